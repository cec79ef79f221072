// What to tell a person about a call that failed.
import { ApiError } from '@/lib/api/client';

/** The server's own words, or else `fallback`; a call that got no answer at all has no such words. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status !== 0 && error.message ? error.message : fallback;
}
