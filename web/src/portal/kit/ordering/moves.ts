// What becomes of a list when one of it is moved, and of an order when the list has changed meanwhile.

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** The ids of `there` in the order of `wanted`: what is gone is left out, and what is new comes last. */
export const mergedOrder = (wanted: readonly string[], there: readonly string[]): string[] => [
  ...wanted.filter((id) => there.includes(id)),
  ...there.filter((id) => !wanted.includes(id)),
];

/** Where a row is on the page, from top to bottom. */
export interface Extent {
  top: number;
  height: number;
}

/** At which place a row is that was dragged by this much: past another once it covers half of that. */
export function placeOf(rows: readonly Extent[], from: number, by: number): number {
  const dragged = rows[from];
  if (!dragged) return from;
  const [top, bottom] = [dragged.top + by, dragged.top + dragged.height + by];
  const middle = ({ top: edge, height }: Extent) => edge + height / 2;
  const over = rows.slice(0, from).filter((row) => top < middle(row)).length;
  const under = rows.slice(from + 1).filter((row) => bottom > middle(row)).length;
  return from - over + under;
}

/** By how much the row at `at` makes room for the one that is dragged from `from` to `to`. */
export function shiftOf(at: number, { from, to, room }: { from: number; to: number; room: number }): number {
  if (at > from && at <= to) return -room;
  if (at < from && at >= to) return room;
  return 0;
}
