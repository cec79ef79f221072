// The roster on the device: taking over what the server sends, and looking a pass up without a network.
import type { ResponseOf } from '@/lib/api/operation';
import type { Admission, Database, RosterState } from '@/door/kit/storage/database';
import type { Opener, Person } from './seal';

export type RosterPage = ResponseOf<'/api/check-in/roster', 'get'>;

export const stateOf = (database: Database): Promise<RosterState | undefined> =>
  database.get('roster', 'state');

/** Takes a page over, whole or not at all. The same page twice changes nothing. */
export async function takeOver(database: Database, page: RosterPage): Promise<RosterState> {
  const transaction = database.transaction(['roster', 'entries', 'admissions'], 'readwrite');
  const roster = transaction.objectStore('roster');
  const entries = transaction.objectStore('entries');
  const admissions = transaction.objectStore('admissions');
  const before = await roster.get('state');

  const writes: Promise<unknown>[] = [];
  for (const [lookup = '', sealed = ''] of page.entries) writes.push(entries.put(sealed, lookup));
  for (const lookup of page.removed) writes.push(entries.delete(lookup));
  await Promise.all(writes);

  const beginsAt = page.begins_at ? Date.parse(page.begins_at) : -Infinity;
  for (const { kind, lookup, seconds, device } of page.events.map(movementOf)) {
    const key: [string, string] = [page.list, lookup];
    const known = await admissions.get(key);
    const at = seconds * 1000;
    if (kind === 'out') {
      if (known && known.at <= at) await admissions.delete(key);
    } else if (kind === 'in' && (!known || isEarlier(at, known.at, beginsAt))) {
      // Of this device's own it knows the pass number, too.
      await admissions.put({ ...known, at, device }, key);
    }
  }
  if (page.cleared_at) {
    const cleared = Date.parse(page.cleared_at);
    for (let cursor = await admissions.openCursor(); cursor;) {
      if (cursor.key[0] === page.list && cursor.value.at < cleared) await cursor.delete();
      cursor = await cursor.continue();
    }
  }

  const state: RosterState = {
    list: page.list,
    next: page.next,
    asOf: page.more ? before?.asOf : Date.parse(page.server_time),
    exams: page.exams ?? before?.exams ?? [],
  };
  await roster.put(state, 'state');
  await transaction.done;
  return state;
}

/** The earliest admission counts, and no practice while there is one of the day. */
function isEarlier(at: number, known: number, beginsAt: number): boolean {
  const isPractice = at < beginsAt;
  return isPractice === known < beginsAt ? at <= known : !isPractice;
}

/** What the schema cannot say: lists of a fixed length. */
function movementOf([kind, lookup, seconds, device]: readonly unknown[]) {
  return { kind, lookup: String(lookup), seconds: Number(seconds), device: String(device) };
}

/** Without it the next page is the first one again. */
export async function drop(database: Database): Promise<void> {
  const transaction = database.transaction(['roster', 'entries'], 'readwrite');
  await Promise.all([
    transaction.objectStore('roster').clear(),
    transaction.objectStore('entries').clear(),
    transaction.done,
  ]);
}

/** Whose pass it is; undefined where the roster has no entry for it. */
export async function personOf(database: Database, opener: Opener): Promise<Person | undefined> {
  const sealed = await database.get('entries', opener.lookup);
  return sealed === undefined ? undefined : opener.open(sealed);
}

/** Who is in by one of these ids, practice aside once the list has begun. */
export async function admissionOf(
  database: Database,
  list: string,
  ids: string[],
  { now, beginsAt }: { now: number; beginsAt: number | undefined },
): Promise<Admission | undefined> {
  const found = await Promise.all(ids.map((id) => database.get('admissions', [list, id])));
  return found
    .filter((one) => one !== undefined)
    .filter(({ at }) => beginsAt === undefined || now < beginsAt || at >= beginsAt)
    .sort((one, other) => one.at - other.at)[0];
}
