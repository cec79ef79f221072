// What an error says about the call that it ended.
import { ApiError } from '@/lib/api/client';

/** The server has said no. Everything else, a time-out or a failure on the way, leaves open whether it was done. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.outcome === 'refused';

/**
 * Of what was sent before without an answer: a refusal of the next try that leaves it open, such as that the session has ended
 * or too much comes at once.
 */
export const leavesOpen = (error: unknown): boolean =>
  error instanceof ApiError && ([401, 403, 429].includes(error.status) || error.status >= 500);

/** The session has ended, by this answer at the latest. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
