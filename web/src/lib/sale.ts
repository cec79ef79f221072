// Whether people may register on the site, as the server says. It decides about each order in any case, so nobody
// waits for this long, and without an answer the form is there.
import { createContext, useEffect, useState } from 'react';
import { callForAnswer } from './api/client';
import type { Sale } from './api/types';
import { useResource } from './useResource';

const patienceMs = 2_000;
const longestPauseMs = 3_600_000;
/** Where it is not known what the server's clock says, or that and the answer contradict each other. */
const unsurePauseMs = 60_000;

const open: Sale = { registration: 'open' };

/** Undefined until it is known. */
export const SaleContext = createContext<Sale | undefined>(open);

/** With when that was, by the server's clock: a browser's own may be hours ahead or behind. */
async function fetchSale() {
  const { body: sale, headers } = await callForAnswer('get', '/api/event', {});
  // A cache on the way says how long it has had the answer.
  const saidAt = Date.parse(headers.get('Date') ?? '') + Number(headers.get('Age')) * 1_000;
  return { sale, saidAt };
}

export function useSale(): Sale | undefined {
  const { data, error, reload } = useResource(fetchSale);
  const [isLate, setLate] = useState(false);
  const sale = data?.sale;

  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, patienceMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    const next = sale && { not_yet: sale.opens_at, open: sale.closes_at, closed: null }[sale.registration];
    if (!next) return;
    const left = Date.parse(next) - data.saidAt;
    const timer = setTimeout(() => void reload(), left > 0 ? Math.min(left, longestPauseMs) : unsurePauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [data, sale, reload]);

  return sale ?? (error || isLate ? open : undefined);
}
