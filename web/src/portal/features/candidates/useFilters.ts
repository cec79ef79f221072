// The candidate list's filters and place, kept in the address.
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useToken } from '@/lib/session';
import { useSessionStore } from '@/lib/sessionStore';
import { usernameIn } from '@/portal/kit/session/username';
import { readFilters, readPlace, toParams, type Filters, type Place } from './filters';
import { rowsOf, wantedRows, wantRows, type RowCount } from './rowCount';

export function useFilters() {
  const [params, setParams] = useSearchParams();
  const username = usernameIn(useToken() ?? '');
  const wanted = rowsOf(useSessionStore(wantedRows), username);
  const filters = readFilters(params);

  // The router renders a new address when React has the time. A change made before that adds to the address asked for,
  // not to the one still shown.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);

  // Filtering replaces the address: going back leads to the page before the list, not through every letter.
  const change = useCallback(
    (part: Partial<Filters>) => {
      latest.current = toParams({ ...readFilters(latest.current), ...part });
      setParams(latest.current, { replace: true });
    },
    [setParams],
  );
  const moveTo = (place: Place) => {
    setParams(toParams(filters, place));
  };
  /** From the first page on: a page of another length begins elsewhere. */
  const show = (rows: RowCount) => {
    wantRows(username, rows);
    change({});
  };

  return { filters, place: readPlace(params, wanted), change, moveTo, show };
}
