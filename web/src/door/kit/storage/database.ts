// What the door keeps on the device, in IndexedDB. Nothing in it tells a name: entries of the roster are sealed, and the
// rest knows people by their pass number or by the entry's lookup alone.
import { openDB, type DBSchema, type IDBPDatabase, type StoreNames } from 'idb';
import type { Stamp } from './stamp';

interface Intention extends Stamp {
  /** The device's own name of it. */
  nonce: string;
  /**
   * The pass number, whose key the roster's entry has proven; the scanned text where there is no entry that it could
   * open, or where the server may have the text with this nonce already.
   */
  code: string;
  passNo: string;
  list: string;
  device: string;
  /** The server is asked, and nobody was told anything yet; it is to be sent; the server has judged it. */
  state: 'asked' | 'due' | 'told';
}

/** A pass that was scanned here. But for one that is asked about, its person was let in. */
export interface ScanEntry extends Intention {
  kind: 'scan';
  /** By which the server's news name the pass; unknown of a number that was typed. */
  lookup: string | undefined;
  isUndone?: true;
  /** Its person went out, of a list that counts it. */
  isExit?: true;
  /** Its list counts who goes out: each scan on the way in counts, too, because an exit before it may be known to others alone. */
  isCounted?: true;
  /** Its person was said to be in already. */
  isRepeat?: true;
  /** Its person came in again. */
  isReturn?: true;
}

/** That a scan is taken back. */
export interface UndoEntry extends Intention {
  kind: 'undo';
  /** The nonce of the scan. */
  undoes: string;
  /** The person is admitted by another scan, before it and after it. */
  isOfCrossing?: true;
  reason: string;
}

export type Entry = ScanEntry | UndoEntry;

/** Somebody who is in, by the server's news. */
export interface Admission {
  /** In milliseconds since 1970, by the server's clock. */
  at: number;
  device: string;
  /** The beginning of the scan's nonce. The answer to another one does not name it. */
  nonce?: string;
}

/** Somebody who has gone out, or is inside again, by the server's news. */
export interface LastCrossing {
  /** In milliseconds since 1970, by the server's clock. */
  at: number;
  isExit: boolean;
}

/** How far something has been read. */
interface Progress {
  next: string;
  /** The clearing of the list's practice that this phone has followed last. */
  clearedAt?: string | null | undefined;
  /** Of when it is, by the server's clock, in milliseconds since 1970; undefined until all has come once. */
  asOf: number | undefined;
}

/** How far the passes have been read, which are the same for every list. */
export interface RosterState extends Progress {
  exams: RosterExam[];
}

export interface RosterExam {
  id: string;
  name: string;
  college: string;
  date: string;
  time_start: string;
  time_end: string;
  venue: string;
}

/** The seats of an exam in a hall, by the beginning of what a pass number yields. */
export interface SeatPlan {
  hall: string;
  seats: readonly string[];
}

/** An admission of this device that somebody has to look at. */
export interface Report {
  id: string;
  kind: 'double' | 'refused' | 'undo';
  list: string;
  passNo: string;
  /** What the server refuses it for. */
  reason?: string;
  /** The two admissions of a double, by time; the one that goes on counting when another was taken back. */
  places: { at: string; device: string }[];
  /** When the scan was made that it is about, by the server's clock; unknown of what the server tells. */
  at?: number;
}

export interface Door extends DBSchema {
  /** In the order in which they were made. */
  queue: {
    key: number;
    value: Entry;
    indexes: { nonce: string; pass: [string, string]; state: Entry['state'] };
  };
  /** By list, and by lookup or pass number. */
  admissions: { key: [string, string]; value: Admission };
  /** By list and lookup. */
  crossings: { key: [string, string]; value: LastCrossing };
  /** Sealed entries, by the beginning of their lookups. */
  entries: { key: string; value: string };
  roster: { key: 'state'; value: RosterState };
  /** By exam and by what names the plan. */
  seats: { key: [string, string]; value: SeatPlan };
  /** How far it has been read what happens at each list. */
  lists: { key: string; value: Progress };
  reports: { key: string; value: Report };
  /** Reports that somebody has dealt with: the server goes on telling them. */
  dealtWith: { key: string; value: true };
}

type Opened = IDBPDatabase<Door>;

export interface Database extends Opened {
  /** Opens it again, where the browser has closed it. */
  reopen: () => Promise<void>;
  /** Whether a page of a newer release has it now: this one cannot open it any more. */
  isReplaced: boolean;
}

const name = 'door';
const stores = [
  'admissions',
  'crossings',
  'entries',
  'roster',
  'seats',
  'lists',
  'reports',
  'dealtWith',
] as const;
/** What this phone alone knows. The rest the server gives again. */
const kept: readonly string[] = ['queue', 'reports', 'dealtWith'];

function open(): Promise<Opened> {
  return openDB<Door>(name, 6, {
    // Whatever a release changes, what is not sent yet stays: a phone may have been offline since the one before.
    upgrade(database, _before, _now, transaction) {
      const has = (store: StoreNames<Door>) => database.objectStoreNames.contains(store);
      for (const store of [...database.objectStoreNames]) {
        if (!kept.includes(store)) database.deleteObjectStore(store);
      }
      for (const store of stores) if (!has(store)) database.createObjectStore(store);
      const queue = has('queue')
        ? transaction.objectStore('queue')
        : database.createObjectStore('queue', { autoIncrement: true });
      const isIndexed = (index: 'nonce' | 'pass' | 'state') => queue.indexNames.contains(index);
      if (!isIndexed('nonce')) queue.createIndex('nonce', 'nonce', { unique: true });
      if (!isIndexed('pass')) queue.createIndex('pass', ['list', 'passNo']);
      if (!isIndexed('state')) queue.createIndex('state', 'state');
    },
    // Another page of this phone is of a newer release, and cannot begin before.
    blocking(_before, _now, { target }) {
      (target as IDBDatabase).close();
    },
  });
}

/** Whether something failed because the browser has closed the database, as it does by itself where storage fails. */
export const isClosed = (error: unknown): boolean => (error as Error).name === 'InvalidStateError';

/** One that is opened again when it is used after the browser has closed it. */
export async function openDatabase(): Promise<Database> {
  let opened = await open();
  let opening: Promise<void> | undefined;
  let isReplaced = false;
  const reopen = () =>
    (opening ??= open()
      .then(
        (next) => {
          opened = next;
        },
        (error: unknown) => {
          isReplaced ||= (error as Error).name === 'VersionError';
          throw error;
        },
      )
      .finally(() => {
        opening = undefined;
      }));
  const perform = (member: string, given: unknown[]): unknown =>
    (Reflect.get(opened, member) as (...given: unknown[]) => unknown).apply(opened, given);
  const handler: ProxyHandler<Database> = {
    get(_, member: string) {
      if (member === 'reopen') return reopen;
      if (member === 'isReplaced') return isReplaced;
      if (typeof Reflect.get(opened, member) !== 'function') return Reflect.get(opened, member) as unknown;
      return (...given: unknown[]): unknown => {
        try {
          const done = perform(member, given);
          if (!(done instanceof Promise)) return done;
          return done.catch(async (error: unknown) => {
            if (!isClosed(error)) throw error;
            await reopen();
            return perform(member, given);
          });
        } catch (error) {
          // What is begun at once cannot wait: the next one finds it open.
          if (isClosed(error)) void reopen().catch(() => undefined);
          throw error;
        }
      };
    },
  };
  return new Proxy({} as Database, handler);
}

/** Everything but what the server does not know yet. */
export async function forget(database: Database): Promise<void> {
  await forgetKept(database).catch(async (error: unknown) => {
    if (!isClosed(error)) throw error;
    await database.reopen();
    await forgetKept(database);
  });
}

async function forgetKept(database: Database): Promise<void> {
  const transaction = database.transaction([...stores, 'queue'], 'readwrite');
  const emptied = stores.map((store) => transaction.objectStore(store).clear());
  const told = transaction.objectStore('queue').index('state');
  for (let cursor = await told.openCursor('told'); cursor;) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await Promise.all([...emptied, transaction.done]);
}
