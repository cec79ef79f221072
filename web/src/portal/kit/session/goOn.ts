// A change of what opens an account ends every session of it; the answer has the token with which this browser goes on.
import { keepDevice } from '@/lib/knownDevice';
import { session } from '@/lib/session';
import { usernameIn } from './username';

export function goOn({ token, device }: { token: string; device: string }): void {
  keepDevice(usernameIn(token), device);
  session.start(token);
}

/** What is true when the answer to such a change is lost, in the middle of a sentence: if it was made, the token of this browser is worth nothing. */
export const notKnown =
  'it is not known whether this was saved. Load this page again: if you have to sign in again, it was.';
