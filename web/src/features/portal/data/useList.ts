// One list of the catalogue or the content, with what was just saved or deleted shown at once.
import useSWR from 'swr';

export interface List<Entry> {
  /** Undefined until they have been loaded once. */
  entries: readonly Entry[] | undefined;
  /** Why there is nothing to show; a refresh that fails later leaves the list as it is. */
  error: Error | undefined;
  isLoading: boolean;
  retry: () => void;
  /** Asks the server, and gives what it says now. */
  reload: () => Promise<readonly Entry[] | undefined>;
  /** Puts a saved entry in its place, or at the end. */
  put: (entry: Entry) => void;
  remove: (id: string) => void;
}

export function useList<Entry extends { _id: string }>(
  key: string,
  load: () => Promise<readonly Entry[] | undefined>,
): List<Entry> {
  const { data, error, isValidating, mutate } = useSWR<readonly Entry[], Error>(key, async () => {
    const list = await load();
    if (!Array.isArray(list)) throw new Error('');
    return list as readonly Entry[];
  });

  return {
    entries: data,
    error: data ? undefined : error,
    isLoading: !data && isValidating,
    retry: () => void mutate(),
    reload: () => mutate(),
    put: (entry) => {
      void mutate((list) => replaced(list ?? [], entry));
    },
    remove: (id) => {
      void mutate((list) => list?.filter(({ _id }) => _id !== id), { revalidate: false });
    },
  };
}

function replaced<Entry extends { _id: string }>(list: readonly Entry[], entry: Entry): readonly Entry[] {
  const isKnown = list.some(({ _id }) => _id === entry._id);
  return isKnown ? list.map((other) => (other._id === entry._id ? entry : other)) : [...list, entry];
}
