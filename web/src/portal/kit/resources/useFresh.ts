// One thing as it is now, for a form to start from: never a copy that an earlier visit left in the cache.
import { useId } from 'react';
import useSWR from 'swr';
import type { ApiError } from '@/lib/api/client';
import type { MethodOf, RequestOf } from '@/lib/api/operation';
import { read, type AnswerOf, type Readable } from '@/portal/kit/api/data';

export interface Fresh<Thing> {
  thing: Thing | undefined;
  error: ApiError | undefined;
  retry: () => void;
  /** Asks again, and gives what the server says now. Rejects when it says nothing. */
  reload: () => Promise<Thing>;
}

/** `request` undefined asks nothing. */
export function useFresh<P extends Readable>(
  path: P,
  request: RequestOf<P, 'get' & MethodOf<P>> | undefined,
): Fresh<AnswerOf<P>> {
  const visit = useId();
  const { data, error, mutate } = useSWR<AnswerOf<P>, ApiError>(
    request && [path, request, visit],
    () => read(path, request as never),
    {
      // A form is being filled in: nothing may change under it.
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
    },
  );
  return {
    thing: data,
    error: data === undefined ? error : undefined,
    retry: () => void mutate(),
    reload: async () => {
      // `mutate()` alone would take a failure for what was there before.
      const now = await read(path, request as never);
      await mutate(now, { revalidate: false });
      return now;
    },
  };
}
