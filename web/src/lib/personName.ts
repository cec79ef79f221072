// What a person's name may be. The server has the same rules and the same words (shared/domain/src/person.rs).
import { texts } from '@/content/texts';

const longest = 100;
/** How much a field takes: a longer name is to be refused in words, and not cut. */
export const longestTyped = 300;
// What comes along when a name is copied, but for joiners.
const marks = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g;
const blanks = /[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
// Control characters, what turns the direction of writing, and what nobody sees.
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\uffff]/u;
// Joiners show behind the letters of Arabic, of the scripts of India, and of their neighbours; elsewhere they are marks. What
// is before them is matched and put back: iPhones that end at iOS 15 cannot look behind.
const strayJoiners =
  /(^|[^\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff\u0600-\u06ff\u0750-\u077f])(?:\u200c|\u200d)+/gu;
const joiners = /\u200c|\u200d/g;

/** A name as the server reads it. */
export const readName = (typed: string): string =>
  typed.replace(marks, '').replace(blanks, ' ').replace(strayJoiners, '$1').trim().normalize('NFC');

/** What is wrong with a name, in words for the person. */
export function nameProblem(typed: string): string | undefined {
  const name = readName(typed);
  if (name === '') return texts.fillRequired;
  if ([...name].length > longest) return 'Please enter a name of at most 100 characters';
  if (unseen.test(name.replace(joiners, ''))) {
    return 'Please enter a name without line breaks or invisible characters';
  }
  if (!/\p{Alphabetic}/u.test(name)) return 'Please enter a name with at least one letter';
  if (/:\/\/|www\./i.test(name)) return 'Please enter a name without a web address';
  return undefined;
}
