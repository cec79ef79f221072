// A paper of what is there now: the copy on the screen may be hours old, and what is on paper says that it is of today.
import { useState } from 'react';
import { failureText } from '@/portal/kit/api/failure';
import { useToaster } from './Toaster';
import { usePrinting } from './usePrinting';

export function useFreshPrinting<Paper>() {
  const { printed, print } = usePrinting<Paper>();
  const [isReading, setReading] = useState(false);
  const toaster = useToaster();
  /** `read` gives what is to be on the paper, or undefined where nothing of it is left. */
  const printFresh = async (read: () => Promise<Paper | undefined>) => {
    setReading(true);
    try {
      const paper = await read();
      if (paper === undefined) toaster.error('There is nothing of this to print any more.');
      else print(paper);
    } catch (error) {
      toaster.error(failureText(error, 'It could not be printed. Please try again.'), error);
    } finally {
      setReading(false);
    }
  };
  return { printed, isReading, printFresh };
}
