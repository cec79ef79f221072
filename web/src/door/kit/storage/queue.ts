// The scans that the server does not know yet, in the order in which they were made.
import type { Admission, Database, QueuedScan } from './database';

export interface Queued {
  place: number;
  scan: QueuedScan;
}

/**
 * Keeps a scan, together with the admission that it makes here. When this resolves, both outlive a browser that is killed
 * and a battery that is taken out.
 */
export async function enqueue(
  database: Database,
  scan: QueuedScan,
  id: string,
  admission: Admission,
): Promise<void> {
  const transaction = database.transaction(['queue', 'admissions'], 'readwrite', { durability: 'strict' });
  await Promise.all([
    transaction.objectStore('queue').add(scan),
    transaction.objectStore('admissions').put(admission, [scan.list, id]),
    transaction.done,
  ]);
}

/** The scans that were made first. */
export async function first(database: Database, most: number): Promise<Queued[]> {
  const queued: Queued[] = [];
  const { store } = database.transaction('queue');
  for (let cursor = await store.openCursor(); cursor && queued.length < most;) {
    queued.push({ place: cursor.key, scan: cursor.value });
    cursor = await cursor.continue();
  }
  return queued;
}

export const remove = (database: Database, place: number): Promise<void> => database.delete('queue', place);

export const count = (database: Database): Promise<number> => database.count('queue');

/** Takes a scan back that nobody has been told of. */
export async function takeBack(database: Database, list: string, passNo: string): Promise<boolean> {
  const transaction = database.transaction('queue', 'readwrite');
  let isFound = false;
  for (let cursor = await transaction.store.openCursor(); cursor;) {
    if (cursor.value.list === list && cursor.value.passNo === passNo) {
      await cursor.delete();
      isFound = true;
    }
    cursor = await cursor.continue();
  }
  await transaction.done;
  return isFound;
}
