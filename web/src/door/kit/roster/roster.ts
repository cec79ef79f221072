// The roster on the device: taking over what the server sends, and looking a pass up without a network.
import type { IDBPObjectStore, StoreNames } from 'idb';
import type {
  Admission,
  Database,
  Door,
  LastCrossing,
  Report,
  RosterState,
} from '@/door/kit/storage/database';
import { entriesOf, movementsOf, shortened, type RosterPage } from './page';
import { placeOf, type Opener, type Person } from './seal';

/** The keys of two members that begin with one. */
const under = (first: string) => IDBKeyRange.bound([first, ''], [first, '\uffff']);

export const stateOf = (database: Database): Promise<RosterState | undefined> =>
  database.get('roster', 'state');

/** Takes a page over, whole or not at all. The same page twice changes nothing. */
export async function takeOver(database: Database, page: RosterPage): Promise<RosterState> {
  const stores = [
    'roster',
    'lists',
    'entries',
    'seats',
    'admissions',
    'crossings',
    'reports',
    'dealtWith',
    'queue',
  ] as const;
  const transaction = database.transaction(stores, 'readwrite');
  const lists = transaction.objectStore('lists');
  const roster = transaction.objectStore('roster');
  const entries = transaction.objectStore('entries');
  const admissions = transaction.objectStore('admissions');
  const crossings = transaction.objectStore('crossings');
  const before = await roster.get('state');

  const writes: Promise<unknown>[] = [];
  for (const [lookup, sealed] of entriesOf(page)) writes.push(entries.put(sealed, lookup));
  for (const lookup of page.removed) writes.push(entries.delete(shortened(lookup)));
  await Promise.all(writes);
  if (page.seats) await takeSeats(transaction.objectStore('seats'), page.seats);

  const cleared = page.cleared_at ? Date.parse(page.cleared_at) : -Infinity;
  const beginsAt = page.begins_at ? Date.parse(page.begins_at) : -Infinity;
  for (const { kind, lookup, seconds, device, nonce } of movementsOf(page)) {
    const key: [string, string] = [page.list, lookup];
    const known = await admissions.get(key);
    const at = seconds * 1000;
    if (kind === 'out' && nonce !== undefined) {
      // One that was answered to a scan here is of a scan without a name.
      if (known && (known.nonce === undefined || known.nonce === nonce)) await admissions.delete(key);
      await takeBackOwn(transaction.objectStore('queue'), nonce);
    } else if (kind === 'in' && at >= cleared && (!known || isEarlier(at, known.at, beginsAt))) {
      await admissions.put({ at, device, ...(nonce !== undefined && { nonce }) }, key);
    } else if (kind === 'left' || kind === 'back') {
      if (at >= cleared) await crossings.put({ at, isExit: kind === 'left' }, key);
      if (nonce !== undefined) await takeBackOwn(transaction.objectStore('queue'), nonce);
    }
  }
  const list = await lists.get(page.list);
  // Each page tells of it. Scans wait while it is followed.
  if (page.cleared_at && page.cleared_at !== list?.clearedAt) {
    const [reports, dealtWith] = [transaction.objectStore('reports'), transaction.objectStore('dealtWith')];
    await forgetPractice(reports, dealtWith, page.list, cleared, list !== undefined);
    await forgetMovements(admissions, page.list, cleared);
    await forgetMovements(crossings, page.list, cleared);
    const queue = transaction.objectStore('queue').index('pass');
    for (let cursor = await queue.openCursor(under(page.list)); cursor;) {
      const { at, state } = cursor.value;
      if (at < cleared && state === 'told') await cursor.delete();
      cursor = await cursor.continue();
    }
  }

  const asOf = page.more ? undefined : Date.parse(page.server_time);
  const clearedAt = page.cleared_at;
  await lists.put({ next: page.list_next, asOf: asOf ?? list?.asOf, clearedAt }, page.list);
  const exams = page.exams ?? before?.exams ?? [];
  const state: RosterState = { next: page.next, asOf: asOf ?? before?.asOf, exams };
  await roster.put(state, 'state');
  await transaction.done;
  return state;
}

/** The earliest admission counts, and no practice while there is one of the day. */
function isEarlier(at: number, known: number, beginsAt: number): boolean {
  const isPractice = at < beginsAt;
  return isPractice === known < beginsAt ? at <= known : !isPractice;
}

type Kept<Store extends StoreNames<Door>> = IDBPObjectStore<Door, StoreNames<Door>[], Store, 'readwrite'>;

/** Who was in, or went out, by practice. */
async function forgetMovements(
  kept: Kept<'admissions'> | Kept<'crossings'>,
  list: string,
  cleared: number,
): Promise<void> {
  for (let cursor = await kept.openCursor(under(list)); cursor;) {
    if (cursor.value.at < cleared) await cursor.delete();
    cursor = await cursor.continue();
  }
}

/** What practice has left to look at. What somebody has dealt with is told again, should it happen on the day. */
async function forgetPractice(
  reports: Kept<'reports'>,
  dealtWith: Kept<'dealtWith'>,
  list: string,
  cleared: number,
  /** Otherwise it is not known when it was cleared: perhaps before what was dealt with. */
  isKnown: boolean,
): Promise<void> {
  for (let cursor = await reports.openCursor(); cursor;) {
    if (cursor.value.list === list && isOfBefore(cursor.value, cleared)) await cursor.delete();
    cursor = await cursor.continue();
  }
  if (!isKnown) return;
  for (let cursor = await dealtWith.openCursor(); cursor;) {
    if (cursor.key.startsWith(`${list} `)) await cursor.delete();
    cursor = await cursor.continue();
  }
}

/** Whether a report is about what happened before a moment. Of what an earlier release has kept the time may not be known. */
export function isOfBefore({ at, places }: Report, moment: number): boolean {
  const times = [...(at === undefined ? [] : [at]), ...places.map((place) => Date.parse(place.at))];
  return times.length > 0 && times.every((time) => time < moment);
}

/** Plans that count no more are forgotten. */
async function takeSeats(
  kept: Kept<'seats'>,
  { plans, current }: NonNullable<RosterPage['seats']>,
): Promise<void> {
  for (let cursor = await kept.openCursor(); cursor;) {
    if (!current.includes(cursor.key[1])) await cursor.delete();
    cursor = await cursor.continue();
  }
  await Promise.all(plans.map(({ id, exam, hall, seats }) => kept.put({ hall, seats }, [exam, id])));
}

/** A scan of this device that was taken back elsewhere, by the beginning of its nonce. */
async function takeBackOwn(queue: Kept<'queue'>, nonce: string): Promise<void> {
  const place = await queue.index('nonce').getKey(IDBKeyRange.bound(nonce, `${nonce}\uffff`));
  const scan = place === undefined ? undefined : await queue.get(place);
  if (scan?.kind === 'scan' && !scan.isUndone) await queue.put({ ...scan, isUndone: true }, place);
}

/** Without it the next page of each list is the first one again. */
export async function drop(database: Database): Promise<void> {
  const transaction = database.transaction(['roster', 'lists', 'entries', 'seats'], 'readwrite');
  await Promise.all([
    transaction.objectStore('roster').clear(),
    transaction.objectStore('lists').clear(),
    transaction.objectStore('entries').clear(),
    transaction.objectStore('seats').clear(),
    transaction.done,
  ]);
}

/** Whose pass it is; undefined where the roster has no entry for it. */
export async function personOf(database: Database, opener: Opener): Promise<Person | undefined> {
  const sealed = await database.get('entries', opener.lookup);
  return sealed === undefined ? undefined : opener.open(sealed);
}

/** By which the server's news name a pass. */
export async function newsLookupOf(database: Database, opener: Opener): Promise<string> {
  // Whatever becomes of the phone's storage, a pass is scanned.
  const person = await personOf(database, opener).catch(() => undefined);
  return person?.newsLookup ?? opener.lookup;
}

/** Whether the seats of an exam are published, and none is of the holder of a pass. */
export async function isWithoutSeat(database: Database, exam: string, passNo: string): Promise<boolean> {
  const published = await database.count('seats', under(exam));
  return published > 0 && (await seatOf(database, exam, passNo)) === undefined;
}

/** Where the holder of a pass sits in an exam; undefined where no seat is known. */
export async function seatOf(
  database: Database,
  exam: string,
  passNo: string,
): Promise<{ hall: string; seat: string } | undefined> {
  const plans = await database.getAll('seats', under(exam));
  if (plans.length === 0) return undefined;
  const place = await placeOf(passNo);
  for (const { hall, seats } of plans) {
    const found = seats.find((seat) => seat.startsWith(place));
    if (found !== undefined) return { hall, seat: found.slice(place.length) };
  }
  return undefined;
}

/** Who is in by the server's news. */
export const newsOf = (database: Database, list: string, id: string): Promise<Admission | undefined> =>
  database.get('admissions', [list, id]);

/** Who has gone out or is inside again, by the server's news. */
export const crossingOf = (database: Database, list: string, id: string): Promise<LastCrossing | undefined> =>
  database.get('crossings', [list, id]);

/** Whether an admission counts at this moment: practice does not once the list has begun. */
export const counts = (at: number, now: number, beginsAt: number | undefined): boolean =>
  beginsAt === undefined || now < beginsAt || at >= beginsAt;
