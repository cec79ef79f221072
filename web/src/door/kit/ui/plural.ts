// A count with its noun.

const number = new Intl.NumberFormat('en-IN');

export const counted = (count: number): string => number.format(count);

/** `1 scan`, `1,204 scans`. */
export const plural = (count: number, noun: string): string =>
  `${counted(count)} ${noun}${count === 1 ? '' : 's'}`;
