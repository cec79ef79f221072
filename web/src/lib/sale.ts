// Whether people may register on the site, as the server says. It decides about each order in any case, so nobody
// waits for this long, and without an answer the form is there.
import { createContext, useEffect, useState } from 'react';
import { call } from './api/client';
import type { Sale } from './api/types';
import { useResource } from './useResource';

const patienceMs = 2_000;
/** A browser's clock may be ahead of the server's: then it asks again after so long. */
const leastPauseMs = 2_000;
const longestPauseMs = 3_600_000;

const open: Sale = { registration: 'open' };

/** Undefined until it is known. */
export const SaleContext = createContext<Sale | undefined>(open);

export const fetchSale = () => call('get', '/api/event', {});

export function useSale(): Sale | undefined {
  const { data, error, reload } = useResource(fetchSale);
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, patienceMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    const next = data && { not_yet: data.opens_at, open: data.closes_at, closed: null }[data.registration];
    if (!next) return;
    const left = Math.max(Date.parse(next) - Date.now(), leastPauseMs);
    const timer = setTimeout(() => void reload(), Math.min(left, longestPauseMs));
    return () => {
      clearTimeout(timer);
    };
  }, [data, reload]);

  return data ?? (error || isLate ? open : undefined);
}
