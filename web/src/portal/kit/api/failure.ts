// What to tell a person about a call that failed.
import { ApiError, isLost } from '@/lib/api/client';

/** What is true when the answer to a change did not arrive. Whatever says it may be pressed again without harm. */
export const lost = {
  title: 'No answer came from the server, so it is not known whether this was done.',
  again: 'Check the connection and press the button again: nothing is done twice.',
} as const;

/**
 * The server's own words, or else `fallback`; a call that got no answer at all has no such words. Of a change whose answer
 * was lost neither says what is true: `whenLost` does.
 */
export function failureText(
  error: unknown,
  fallback: string,
  whenLost = `${lost.title} ${lost.again}`,
): string {
  if (isLost(error)) return whenLost;
  return error instanceof ApiError && error.status !== 0 && error.message ? error.message : fallback;
}
