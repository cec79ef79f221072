// A paper of what is there now: the copy on the screen may be hours old, and what is on paper says that it is of today.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { failureText } from '@/portal/kit/api/failure';
import { useToaster } from './Toaster';

/** `Paper` says which, and what is on it: it is in place of the screen while it is printed. */
export function useFreshPrinting<Paper>() {
  const [printed, setPrinted] = useState<Paper>();
  const [isReading, setReading] = useState(false);
  const toaster = useToaster();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const print = (wanted: Paper) => {
    // On the page before it is printed, and until it is: some browsers go on at once.
    flushSync(() => {
      setPrinted(() => wanted);
    });
    addEventListener(
      'afterprint',
      () => {
        setPrinted(undefined);
      },
      { once: true },
    );
    window.print();
  };
  /**
   * `read` gives what is to be on the paper, or undefined where nothing of it is left. One press at a time: a button that is
   * disabled meanwhile would lose the focus.
   */
  const printFresh = async (read: () => Promise<Paper | undefined>) => {
    if (isReading) return;
    setReading(true);
    try {
      const paper = await read();
      // What would be printed now is another screen.
      if (isGone.current) return;
      if (paper === undefined) toaster.error('There is nothing of this to print any more.');
      else print(paper);
    } catch (error) {
      if (isGone.current) return;
      toaster.error(failureText(error, 'It could not be printed. Please try again.'), error);
    } finally {
      setReading(false);
    }
  };
  return { printed, isReading, printFresh };
}
