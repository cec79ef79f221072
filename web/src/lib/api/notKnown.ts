// Of a change that may have been made (`isLost`): why that is not known.
import { ApiError } from './client';

/** An answer came, and says that the server failed. */
export const isServerError = (error: unknown): boolean =>
  error instanceof ApiError && error.outcome === 'failed';

/** Begins a sentence that goes on with what is not known. */
export const whyNotKnown = (error: unknown): string =>
  isServerError(error) ? 'The server met an error, so' : 'No answer came from the server, so';
