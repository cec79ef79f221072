// How long texts may be; the server holds to the same limits.

const limits = { name: 120, description: 2000, venue: 200, link: 500 } as const;

/** What is wrong with a typed text; `missing` is said when there must be one and is none. */
export function findTextError(text: string, kind: keyof typeof limits, missing?: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return missing;
  return [...trimmed].length > limits[kind] ? 'This is too long.' : undefined;
}
