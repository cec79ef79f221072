// The keys of forms that were sent and are not answered, for as long as the tab: the same form, filled in again after it was
// left or the page was reloaded, goes under the key that it had.
import { createSessionStore } from '@/lib/sessionStore';
import { whoIsSignedIn } from './draft';

type Keys = Readonly<Record<string, string>>;

/** What is never answered is forgotten in its turn. */
const most = 50;

const sentForms = createSessionStore<Keys>('forms-sent', {}, (kept) =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : undefined,
);

/** Which form of whom, with what in it. */
export const placeOf = (form: string, body: unknown): string =>
  `${whoIsSignedIn()} ${form} ${printOf(JSON.stringify(body))}`;

export const keptKey = (place: string): string | undefined => sentForms.get()[place];

export function keepKey(place: string, key: string): void {
  const others = Object.entries(sentForms.get()).filter(([other]) => other !== place);
  sentForms.set(Object.fromEntries([...others, [place, key]].slice(-most)) as Keys);
}

/** Of a form that is answered, with whatever was in it before. */
export function forgetKey(key: string): void {
  forget(([, other]) => other === key);
}

export function forgetPlace(place: string): void {
  forget(([other]) => other === place);
}

function forget(isOver: (entry: [string, string]) => boolean): void {
  const left = Object.entries(sentForms.get()).filter((entry) => !isOver(entry));
  sentForms.set(Object.fromEntries(left));
}

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
