// Whom a person has picked in the list of candidates, for as long as the tab: looking at one of them forgets nobody.
import { createSessionStore } from '@/lib/sessionStore';

interface Picked {
  /** Another person at the same computer has picked nobody. */
  by: string;
  ids: readonly string[];
}

/** At most as many are picked as an address can name. */
export const mostPicked = 200;

const nobody: Picked = { by: '', ids: [] };

export const pickedStore = createSessionStore<Picked>('candidates-picked', nobody, read);

export const pickedBy = (picked: Picked, username: string): ReadonlySet<string> =>
  new Set(picked.by === username ? picked.ids : []);

export function pick(username: string, id: string, isPicked: boolean): void {
  const others = [...pickedBy(pickedStore.get(), username)].filter((one) => one !== id);
  const ids = isPicked && others.length < mostPicked ? [...others, id] : others;
  pickedStore.set({ by: username, ids });
}

function read(kept: unknown): Picked | undefined {
  if (typeof kept !== 'object' || kept === null || !('by' in kept) || !('ids' in kept)) return undefined;
  const { by, ids } = kept;
  if (typeof by !== 'string' || !Array.isArray(ids)) return undefined;
  return { by, ids: ids.filter((id) => typeof id === 'string').slice(0, mostPicked) };
}
