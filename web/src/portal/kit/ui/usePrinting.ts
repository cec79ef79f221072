// A paper in place of the screen, while it is printed.
import { useState } from 'react';
import { flushSync } from 'react-dom';

/** `Paper` says which, and what is on it. */
export function usePrinting<Paper>() {
  const [printed, setPrinted] = useState<Paper>();
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
  return { printed, print };
}
