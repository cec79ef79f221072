// One of several papers in place of the screen, while it is printed.
import { useState } from 'react';
import { flushSync } from 'react-dom';

export function usePrinting<What extends string>() {
  const [what, setWhat] = useState<What>();
  const print = (wanted: What) => {
    // On the page before it is printed, and until it is: some browsers go on at once.
    flushSync(() => {
      setWhat(wanted);
    });
    addEventListener(
      'afterprint',
      () => {
        setWhat(undefined);
      },
      { once: true },
    );
    window.print();
  };
  return { what, print };
}
