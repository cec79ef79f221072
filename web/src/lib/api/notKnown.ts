// Of a change that may have been made (`isLost`): why that is not known.
import { ApiError } from './client';

/** An answer came, and says that the server failed. A 504 comes in the place of an answer. */
export const isServerError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 500 && error.status !== 504;

/** Begins a sentence that goes on with what is not known. */
export const whyNotKnown = (error: unknown): string =>
  isServerError(error) ? 'The server met an error, so' : 'No answer came from the server, so';
