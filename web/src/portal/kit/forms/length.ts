// How long texts may be; the server holds to the same limits.

const limits = { name: 120, description: 2000, venue: 200, link: 500 } as const;

export function findLengthError(text: string, kind: keyof typeof limits): string | undefined {
  return [...text.trim()].length > limits[kind] ? 'This is too long.' : undefined;
}
