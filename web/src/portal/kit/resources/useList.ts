// One list of the catalogue or the content, with what was just saved or deleted shown at once.
import type { ApiError } from '@/lib/api/client';
import type { MethodOf, RequestOf } from '@/lib/api/operation';
import { useSWRConfig } from 'swr';
import { keyOf, read, useAnswer, type AnswerOf, type Readable } from '@/portal/kit/api/data';

/** The addresses that answer with entries that have an id. */
export type Listed = { [P in Readable]: AnswerOf<P> extends { _id: string }[] ? P : never }[Readable];
export type EntryOf<P extends Listed> = AnswerOf<P> extends (infer Entry)[] ? Entry : never;

export interface List<Entry> {
  /** Undefined until they have been loaded once. */
  entries: readonly Entry[] | undefined;
  error: ApiError | undefined;
  retry: () => void;
  /** Asks the server, and gives what it says now. Rejects when it says nothing. */
  reload: () => Promise<readonly Entry[]>;
  /** The same of one entry. Rejects also when it is gone. */
  reloadOne: (id: string | undefined) => Promise<Entry>;
  /** Puts a saved entry in its place, or at the end. */
  put: (entry: Entry) => void;
  remove: (id: string) => void;
}

/** `request` undefined asks nothing yet. */
export function useList<P extends Listed>(
  path: P,
  request: RequestOf<P, 'get' & MethodOf<P>> | undefined,
): List<EntryOf<P>> {
  type Entries = (EntryOf<P> & { _id: string })[];
  const answer = useAnswer(path, request);
  const mutate = answer.mutate as unknown as (
    change?: (list: Entries | undefined) => Entries | undefined,
    options?: { revalidate: boolean },
  ) => Promise<Entries | undefined>;

  const reload = async () => {
    // `mutate()` alone would take a failure for what was there before.
    const now = (await read(path, request as never)) as unknown as Entries;
    await mutate(() => now, { revalidate: false });
    return now;
  };

  return {
    entries: answer.data as Entries | undefined,
    error: answer.error,
    retry: () => void mutate(),
    reload,
    reloadOne: async (id) => {
      const entry = (await reload()).find(({ _id }) => _id === id);
      if (!entry) throw new Error(`${String(id)} is not in the list any more`);
      return entry;
    },
    put: (entry) => {
      void mutate((list) => replaced(list ?? [], entry as Entries[number]));
    },
    remove: (id) => {
      void mutate((list) => list?.filter(({ _id }) => _id !== id), { revalidate: false });
    },
  };
}

/** Puts an entry that was saved on another screen into the list, for when the list is shown next. */
export function usePut<P extends Listed>(path: P): (entry: EntryOf<P>) => void {
  const { mutate } = useSWRConfig();
  return (entry) => {
    void mutate<{ _id: string }[]>(
      keyOf(path, {} as never),
      (list) => list && replaced(list, entry as never),
    );
  };
}

function replaced<Entry extends { _id: string }>(list: readonly Entry[], entry: Entry): Entry[] {
  const isKnown = list.some(({ _id }) => _id === entry._id);
  return isKnown ? list.map((other) => (other._id === entry._id ? entry : other)) : [...list, entry];
}
