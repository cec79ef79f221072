// Failures that pass by themselves, and how long to wait before the same is sent again.
import { ApiError } from './client';

/** No answer, or one that says: not now. The same may be well a little later. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Too much comes at once, at the API's gateway, at Lambda or at ours. Nothing is broken, and nothing was done. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.status === 503);

const longestPauseMs = 30_000;

/** Doubling from two seconds; half of it is drawn, as an outage ends for everybody at the same moment. */
export function pauseAfter(failures: number): number {
  const pause = Math.min(longestPauseMs, 2_000 * 2 ** failures);
  return pause / 2 + (Math.random() * pause) / 2;
}
