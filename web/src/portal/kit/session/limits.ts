// How long a session still lasts, as the server counts it (shared/domain/src/session.rs).
import type { lastCall } from '@/lib/lastCall';
import { endOf, roleIn } from './username';

const minute = 60_000;

/** The server writes a use down every two minutes, so it may count two minutes more. */
const idleLimit = 58 * minute;

/** How long before its end a session is spoken of. */
export const warning = 2 * minute;

/** How long after what is taken for its end the server certainly refuses it: asked sooner, it would keep an idle one alive. */
const certain = { idle: 3 * minute, absolute: 2_000 };

export interface End {
  /** What it is counted from or to, the same each time it is looked at. */
  id: number;
  /** In milliseconds; less than nothing where it should be over. */
  left: number;
  /** Whether a call moves it. */
  isIdle: boolean;
}

/** The end of a session if nothing is done; undefined when nobody can tell. `now` is this device's. */
export function nextEnd(token: string, last: ReturnType<typeof lastCall>, now: number): End | undefined {
  // Without a word of the server's, nobody knows what its clock says.
  if (!last) return undefined;
  const end = endOf(token);
  const absolute = end === undefined ? Infinity : end - (now + last.ahead);
  // A phone at the door may be offline for long.
  const idle = roleIn(token) === 'door' ? Infinity : last.at + idleLimit - now;
  if (idle < absolute) return { id: last.at, left: idle, isIdle: true };
  return end === undefined ? undefined : { id: end, left: absolute, isIdle: false };
}

/** Whether the server is to be asked, which alone ends a session. */
export const isOverdue = ({ left, isIdle }: End): boolean =>
  left <= -(isIdle ? certain.idle : certain.absolute);
