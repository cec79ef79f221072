// Whether what is on the screen has been there for long enough to be read. A press sooner was meant for what was there before.
import { useEffect, useState } from 'react';

const pauseMs = 1_000;

/** `shown` is another text whenever something on the screen may have moved. */
export function useStill(shown: string): boolean {
  const [still, setStill] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => {
      setStill(shown);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      setStill(undefined);
    };
  }, [shown]);
  return still === shown;
}
