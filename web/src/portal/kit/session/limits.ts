// How long a session still lasts, as the server counts it (shared/domain/src/session.rs).
import { endOf, roleIn } from './username';

const minute = 60_000;

/** The server writes a use down every two minutes, so it may count two minutes more. */
const idleLimit = 58 * minute;

/** How long before its end a session is spoken of. */
export const warning = 2 * minute;

export interface End {
  at: number;
  /** Whether a call moves it. */
  isIdle: boolean;
}

/** When a session ends if nothing is done; undefined when nobody can tell. */
export function nextEnd(token: string, lastCall: number): End | undefined {
  const absolute = endOf(token);
  // A phone at the door may be offline for long.
  const idle = roleIn(token) === 'door' || !lastCall ? undefined : lastCall + idleLimit;
  if (idle !== undefined && (absolute === undefined || idle < absolute)) return { at: idle, isIdle: true };
  return absolute === undefined ? undefined : { at: absolute, isIdle: false };
}
