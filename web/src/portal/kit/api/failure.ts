// What to tell a person about a call that failed.
import { ApiError, isLost } from '@/lib/api/client';
import { isServerError, whyNotKnown } from '@/lib/api/notKnown';

/** The server's own words, or else `fallback`; a call that got no answer at all has no such words. */
export const wordsOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status !== 0 && error.message ? error.message : fallback;

/**
 * Of a change that may have been made, for whatever may be pressed again without harm. Only an answer lets it be called
 * failed, in `words`; without one neither they nor the contrary are known to be true.
 */
export function describeLost(error: unknown, words: string): { title: string; detail: string } {
  const isOpen = `${whyNotKnown(error)} it is not known whether this was done.`;
  return isServerError(error)
    ? { title: words, detail: `${isOpen} Press the button again: nothing is done twice.` }
    : {
        title: isOpen,
        detail: 'Check the connection and press the button again: nothing is done twice.',
      };
}

/**
 * The words for any failure. Of a change that may have been made they end with what is true and what to do: `whenLost`, which
 * goes on in the middle of a sentence, has that for what may not simply be pressed again, and stands without `fallback`, whose
 * advice is another.
 */
export function failureText(error: unknown, fallback: string, whenLost?: string): string {
  const words = wordsOf(error, fallback);
  if (!isLost(error)) return words;
  if (whenLost !== undefined) return `${whyNotKnown(error)} ${whenLost}`;
  const { title, detail } = describeLost(error, words);
  return `${asSentence(title)} ${detail}`;
}

export const asSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
