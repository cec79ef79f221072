// Where the intentions of somebody at a door are kept, whatever keeps them.
import type { Entry } from './database';

/** The entries, within one transaction. */
export interface Shelf {
  /** Those that were put first come first; one that is put again keeps its place. */
  put: (entry: Entry) => Promise<unknown>;
  drop: (nonce: string) => Promise<unknown>;
  get: (nonce: string) => Promise<Entry | undefined>;
  ofPass: (list: string, passNo: string) => Promise<Entry[]>;
  ofState: (state: Entry['state'], most: number) => Promise<Entry[]>;
}

/** Runs something with the shelf, whole or not at all. What it has written outlives the browser when this resolves. */
export type Within = <T>(work: (shelf: Shelf) => Promise<T>) => Promise<T>;
