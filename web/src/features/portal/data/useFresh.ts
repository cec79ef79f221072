// One thing as it is now, for a form to start from: never a copy that an earlier visit left in the cache.
import { useId } from 'react';
import useSWR from 'swr';

export interface Fresh<Thing> {
  thing: Thing | undefined;
  error: Error | undefined;
  retry: () => void;
  /** Asks again, and gives what the server says now. */
  reload: () => Promise<Thing | undefined>;
}

/** With the key `null` nothing is asked for. */
export function useFresh<Thing>(key: string | null, load: () => Promise<Thing | undefined>): Fresh<Thing> {
  const visit = useId();
  const { data, error, mutate } = useSWR<Thing, Error>(
    key && [key, visit],
    async () => {
      const thing = await load();
      if (thing === undefined) throw new Error('');
      return thing;
    },
    {
      // A form is being filled in: nothing may change under it.
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
    },
  );
  return {
    thing: data,
    error: data ? undefined : error,
    retry: () => void mutate(),
    reload: () => mutate(),
  };
}
