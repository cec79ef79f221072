// How many candidates a page of the list has: as each person wants it, remembered in this browser by who is signed in.
import { createSessionStore } from '@/lib/sessionStore';

/** The most is what the server gives at once. */
export const rowCounts = [10, 25, 50, 100] as const;
export type RowCount = (typeof rowCounts)[number];
export const usualRows: RowCount = 10;

/** Undefined for anything that is not offered. */
export const readRowCount = (value: unknown): RowCount | undefined =>
  rowCounts.find((count) => String(count) === String(value));

/** The latest first. */
type Wanted = readonly (readonly [username: string, rows: RowCount])[];

/** More people than share one computer at a counter. */
const mostNames = 20;

export const wantedRows = createSessionStore<Wanted>('candidate-rows', [], read, () => localStorage);

export const rowsOf = (wanted: Wanted, username: string): RowCount =>
  wanted.find(([name]) => name === username)?.[1] ?? usualRows;

export function wantRows(username: string, rows: RowCount): void {
  const others = wantedRows.get().filter(([name]) => name !== username);
  const own: Wanted = rows === usualRows ? [] : [[username, rows]];
  wantedRows.set([...own, ...others].slice(0, mostNames));
}

function read(kept: unknown): Wanted | undefined {
  if (!Array.isArray(kept)) return undefined;
  return kept.flatMap((entry: unknown) => {
    const [name, value]: unknown[] = Array.isArray(entry) ? entry : [];
    const rows = readRowCount(value);
    return typeof name === 'string' && rows ? [[name, rows] as const] : [];
  });
}
