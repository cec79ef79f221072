// What the door keeps on the device, in IndexedDB. Nothing in it tells a name: entries of the roster are sealed, and the
// rest knows people by their pass number or by the entry's lookup alone.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Intention {
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
  /** By the device's own clock, as a date of JSON. */
  madeAt: string;
  /** By the server's clock, in milliseconds since 1970. */
  at: number;
  /** The server is asked, and nobody was told anything yet; it is to be sent; the server has judged it. */
  state: 'asked' | 'due' | 'told';
}

/** A pass that was scanned here. But for one that is asked about, its person was let in. */
export interface ScanEntry extends Intention {
  kind: 'scan';
  /** By which the server's news name the pass; unknown of a number that was typed. */
  lookup: string | undefined;
  isUndone?: true;
}

/** That a scan is taken back. */
export interface UndoEntry extends Intention {
  kind: 'undo';
  /** The nonce of the scan. */
  undoes: string;
  reason: string;
}

export type Entry = ScanEntry | UndoEntry;

/** Somebody who is in, by the server's news. */
export interface Admission {
  /** In milliseconds since 1970, by the server's clock. */
  at: number;
  device: string;
  /** The scan. The answer to another one does not name it. */
  nonce?: string;
}

/** How far the roster has been read. */
export interface RosterState {
  list: string;
  next: string;
  /** Of when the entries are, by the server's clock, in milliseconds since 1970; undefined until all have come once. */
  asOf: number | undefined;
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
  /** Sealed entries, by lookup. */
  entries: { key: string; value: string };
  roster: { key: 'state'; value: RosterState };
  reports: { key: string; value: Report };
  /** Reports that somebody has dealt with: the server goes on telling them. */
  dealtWith: { key: string; value: true };
}

export type Database = IDBPDatabase<Door>;

const name = 'door';
const stores = ['admissions', 'entries', 'roster', 'reports', 'dealtWith'] as const;

export function openDatabase(): Promise<Database> {
  return openDB<Door>(name, 2, {
    upgrade(database) {
      for (const store of database.objectStoreNames) database.deleteObjectStore(store);
      const queue = database.createObjectStore('queue', { autoIncrement: true });
      queue.createIndex('nonce', 'nonce', { unique: true });
      queue.createIndex('pass', ['list', 'passNo']);
      queue.createIndex('state', 'state');
      for (const store of stores) database.createObjectStore(store);
    },
  });
}

/** Everything but what the server does not know yet. */
export async function forget(database: Database): Promise<void> {
  const transaction = database.transaction([...stores, 'queue'], 'readwrite');
  const emptied = stores.map((store) => transaction.objectStore(store).clear());
  const told = transaction.objectStore('queue').index('state');
  for (let cursor = await told.openCursor('told'); cursor;) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await Promise.all([...emptied, transaction.done]);
}
