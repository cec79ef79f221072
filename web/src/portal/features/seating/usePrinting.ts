// One of several papers in place of the screen, while it is printed.
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { HallSeats } from './seats';

export interface Printed {
  what: 'door' | 'labels' | 'plan';
  halls: readonly HallSeats[];
}

export function usePrinting() {
  const [printed, setPrinted] = useState<Printed>();
  const print = (wanted: Printed) => {
    // On the page before it is printed, and until it is: some browsers go on at once.
    flushSync(() => {
      setPrinted(wanted);
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
