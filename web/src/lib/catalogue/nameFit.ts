// Which of several names is the one that a page or a link has. The catalogue may say more: to a college it may add the town.

/** 2 where it is that name, 1 where more words follow, 0 where it is another: `MBA Finance` has more words than `MBA`. */
export function fitOf(name: string, wanted: string | null): number {
  const [given, asked] = [name, wanted ?? ''].map((one) => one.toLowerCase()) as [string, string];
  if (!asked || !given.startsWith(asked)) return 0;
  const rest = given.slice(asked.length);
  return rest ? Number(!/^[\p{L}\p{M}\p{N}]/u.test(rest)) : 2;
}

/** The first of those that fit best, if any does. */
export function bestOf<T>(all: readonly T[], fit: (one: T) => number): T | undefined {
  const best = Math.max(...all.map(fit));
  return best > 0 ? all.find((one) => fit(one) === best) : undefined;
}
