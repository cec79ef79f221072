// What the door keeps on the device, in IndexedDB. Nothing in it tells a name: entries of the roster are sealed, and the
// rest knows people by their pass number or by the entry's lookup alone.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A scan that this device has decided on, and the server does not know yet. */
export interface QueuedScan {
  nonce: string;
  /**
   * The pass number, whose key the roster's entry has proven; the scanned text where there is no entry that it could
   * open, or where the server may have the text with this nonce already.
   */
  code: string;
  passNo: string;
  list: string;
  /** By the device's own clock, as a date of JSON. */
  scannedAt: string;
  device: string;
}

/** Somebody who is in, by this device's scans and the server's news. */
export interface Admission {
  /** In milliseconds since 1970, by the server's clock. */
  at: number;
  device: string;
  /** Known of this device's own scans alone. */
  passNo?: string;
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
  kind: 'double' | 'refused';
  list: string;
  passNo: string;
  /** What the server refuses it for. */
  reason?: string;
  /** The two admissions of a double, by time. */
  places: { at: string; device: string }[];
}

interface Door extends DBSchema {
  queue: { key: number; value: QueuedScan };
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
  return openDB<Door>(name, 1, {
    upgrade(database) {
      database.createObjectStore('queue', { autoIncrement: true });
      for (const store of stores) database.createObjectStore(store);
    },
  });
}

/** Everything but what is not sent yet. */
export async function forget(database: Database): Promise<void> {
  const transaction = database.transaction(stores, 'readwrite');
  await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
}
