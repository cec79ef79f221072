// The audit log as far back as it has been read, and the filters that the address keeps.
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import useSWRInfinite from 'swr/infinite';
import type { ApiError } from '@/lib/api/client';
import { keyOf, read, type AnswerOf } from '@/portal/kit/api/data';
import { firstLogsRequest, logsPerPage } from '@/portal/kit/api/firstLogs';
import { isFiltered, readFilters, toParams, toQuery, type Filters } from './filters';

export type Page = AnswerOf<'/api/admin/logs'>;
export type Entry = Page['entries'][number];

export function useFilters() {
  const [params, setParams] = useSearchParams();
  // The router renders a new address when React has the time; a change before that adds to the address asked for.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
  const change = useCallback(
    (part: Partial<Filters>) => {
      latest.current = toParams({ ...readFilters(latest.current), ...part });
      setParams(latest.current, { replace: true });
    },
    [setParams],
  );
  return { filters: readFilters(params), change };
}

export function useLog(filters: Filters) {
  return useSWRInfinite<Page, ApiError>(
    (index: number, previous: Page | null) => {
      // The portal has asked for the plain first page already, to see whether the session holds.
      if (index === 0 && !isFiltered(filters)) return keyOf('/api/admin/logs', firstLogsRequest);
      if (index > 0 && !previous?.next) return null;
      const cursor = previous?.next;
      const query = { limit: logsPerPage, ...toQuery(filters), ...(cursor && { cursor }) };
      return keyOf('/api/admin/logs', { query });
    },
    ([path, request]: ReturnType<typeof keyOf<'/api/admin/logs'>>) => read(path, request),
    { keepPreviousData: true },
  );
}
