// Amounts of rupees as they are typed.

/** What was typed as a number of rupees, or undefined when it is none: negative, or finer than a paisa. */
export function parseRupees(text: string): number | undefined {
  const trimmed = text.trim();
  return /^\d+(\.\d{0,2})?$|^\.\d{1,2}$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** What is wrong with a typed amount; `missing` is said when there is none. */
export function findAmountError(text: string, missing: string): string | undefined {
  if (text.trim() === '') return missing;
  if (parseRupees(text) === undefined) return 'Enter an amount of 0 or more, with at most two decimals.';
  return undefined;
}
