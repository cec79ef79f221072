// What somebody at this door has meant, in the order in which it was, on the device.
import { isClosed, type Database, type Entry, type ScanEntry } from './database';
import type { Shelf, Within } from './shelf';

/**
 * The queue of a device. When what is done within it resolves, it outlives a browser that is killed and a battery that is
 * taken out.
 */
export const queueOf = (database: Database): Within => {
  const within = withinOf(database);
  return (work) =>
    within(work).catch(async (error: unknown) => {
      if (!isClosed(error)) throw error;
      await database.reopen();
      return within(work);
    });
};

const withinOf =
  (database: Database): Within =>
  async (work) => {
    const transaction = database.transaction('queue', 'readwrite', { durability: 'strict' });
    const { store } = transaction;
    const nonces = store.index('nonce');
    const shelf: Shelf = {
      put: async (entry) => store.put(entry, await nonces.getKey(entry.nonce)),
      drop: async (nonce) => {
        const place = await nonces.getKey(nonce);
        if (place !== undefined) await store.delete(place);
      },
      get: (nonce) => nonces.get(nonce),
      ofPass: (list, passNo) => store.index('pass').getAll([list, passNo]),
      ofState: (state, most) => store.index('state').getAll(state, most),
    };
    try {
      const done = await work(shelf);
      await transaction.done;
      return done;
    } catch (error) {
      transaction.done.catch(() => undefined);
      try {
        transaction.abort();
      } catch {
        // It has ended by itself.
      }
      throw error;
    }
  };

/** How many the server does not know yet, but for some. */
export async function unsent(database: Database, but: readonly string[]): Promise<number> {
  const { store } = database.transaction('queue');
  const [states, nonces] = [store.index('state'), store.index('nonce')];
  const [due, asked, ...others] = await Promise.all([
    states.count('due'),
    states.count('asked'),
    ...but.map((nonce) => nonces.get(nonce)),
  ]);
  return due + asked - others.filter((entry) => entry && entry.state !== 'told').length;
}

/** The scans that have let somebody through last, the last one first. */
export async function latest(database: Database, most: number): Promise<ScanEntry[]> {
  const scans: ScanEntry[] = [];
  const { store } = database.transaction('queue');
  for (let cursor = await store.openCursor(null, 'prev'); cursor && scans.length < most;) {
    const entry: Entry = cursor.value;
    if (entry.kind === 'scan' && entry.state !== 'asked' && !entry.isRepeat) scans.push(entry);
    cursor = await cursor.continue();
  }
  return scans;
}
