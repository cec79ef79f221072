// Now by the server's clock.
import { useEffect, useState } from 'react';
import type { Desk } from '@/door/kit/checkIn/desk';

const tickMs = 10_000;

/** As often as what it is said in changes. */
export function useNow(desk: Desk): number {
  const [now, setNow] = useState(() => desk.connection.now());
  useEffect(() => {
    const look = () => {
      setNow(desk.connection.now());
    };
    const timer = setInterval(look, tickMs);
    const stop = desk.subscribe(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [desk]);
  return now;
}
