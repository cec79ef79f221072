// What a person's name may be. The server has the same rules and the same words (shared/domain/src/person.rs).
import { texts } from '@/content/texts';

const longest = 100;
// Control characters, what turns the direction of writing, and what nobody sees.
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\uffff]/u;
// Joiners show behind the letters of Arabic, of the scripts of India, and of their neighbours.
const joined =
  /(?<=[\u0600-\u06ff]|[\u0750-\u077f]|[\u0900-\u0dff]|[\u0f00-\u109f]|[\u1780-\u17ff])(?:\u200c|\u200d)/gu;

/** What is wrong with a name, in words for the person. */
export function nameProblem(typed: string): string | undefined {
  const name = typed.trim().normalize('NFC');
  if (name === '') return texts.fillRequired;
  if ([...name].length > longest) return 'Please enter a name of at most 100 characters';
  if (unseen.test(name.replace(joined, ''))) {
    return 'Please enter a name without line breaks or invisible characters';
  }
  if (!/\p{Alphabetic}/u.test(name)) return 'Please enter a name with at least one letter';
  if (/:\/\/|www\./i.test(name)) return 'Please enter a name without a web address';
  return undefined;
}
