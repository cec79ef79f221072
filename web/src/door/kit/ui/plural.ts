// A count with its noun.

const number = new Intl.NumberFormat('en-IN');

export const counted = (count: number): string => number.format(count);

/** `1 scan`, `1,204 scans`; `many` where an s is not enough. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : many}`;
