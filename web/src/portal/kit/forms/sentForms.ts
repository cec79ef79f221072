// The keys of forms that were sent and are not answered: the same form, filled in again after it was left or the page was reloaded,
// goes under the key that it had.
import { whoIsSignedIn } from './draft';
import { createSentStore } from './sentStore';

const isKey = (kept: unknown): kept is string => typeof kept === 'string';

export const sentForms = createSentStore('forms-sent', isKey, { most: 50 });

/** Which form of whom, with what in it. */
export const placeOf = (form: string, body: unknown): string =>
  `${whoIsSignedIn()} ${form} ${printOf(JSON.stringify(body))}`;

/** 64 bits that tell one text from the next: the text itself, as a school's list, has no business in the storage. */
function printOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) + place;
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}-${String(text.length)}`;
}
