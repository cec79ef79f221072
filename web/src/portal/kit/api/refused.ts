// What an error says about the call that it ended.
import { ApiError } from '@/lib/api/client';

/** The server has said no. Everything else, a time-out or a failure on the way, leaves open whether it was done. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.outcome === 'refused';
