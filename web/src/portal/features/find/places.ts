// Screens and what is done there, found by their words.

export interface Place {
  to: string;
  label: string;
  kind: 'Screen' | 'Action';
  /** Other words that people have for it. */
  words?: string | undefined;
}

/** Beside candidates no more than these are in sight. */
const most = 5;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
const wordsOf = (text: string): string[] => fold(text).split(/[\s/-]+/);

/** Those that have a word for each that is typed, which may be its beginning; the likeliest first. All, where nothing is typed. */
export function placesFor(all: readonly Place[], text: string): readonly Place[] {
  if (text.trim() === '') return all;
  const rank = (place: Place): number => {
    if (fold(place.label).startsWith(fold(text))) return 0;
    if (hasAll(wordsOf(place.label), text)) return 1;
    return hasAll(wordsOf(`${place.label} ${place.words ?? ''}`), text) ? 2 : 3;
  };
  return all
    .filter((place) => rank(place) < 3)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most);
}

const hasAll = (words: readonly string[], text: string): boolean =>
  wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)));

export const isWholeLabel = (place: Place | undefined, text: string): boolean =>
  place !== undefined && fold(place.label) === fold(text);
