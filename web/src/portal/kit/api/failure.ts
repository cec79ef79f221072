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

/**
 * Of a deletion: `words` come first, and after them the server's own where these name what else needs the thing. Where it is
 * not known whether it was deleted, the list shows it: it is loaded again in any case.
 */
export function deletionFailure(error: unknown, words: string): string {
  if (isLost(error)) {
    const isOpen = `${whyNotKnown(error)} ${deletionLost}`;
    return isServerError(error) ? `${asSentence(words)} ${isOpen}` : isOpen;
  }
  const why = error instanceof ApiError && error.status === 409 && wordsOf(error, '');
  return why ? `${words}: ${why}` : words;
}

const deletionLost =
  'it is not known whether it was deleted. What is still in the list can be deleted again.';

export const asSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
