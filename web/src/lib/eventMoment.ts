// A moment in words, by the event's own clock, which is named where the device has another.
import { hours, shortDay } from './examTime';

/** India's time all year round. */
const offsetMs = 5.5 * 3_600_000;

const localOf = (at: string): string => new Date(Date.parse(at) + offsetMs).toISOString();

/** Today there, as `2025-05-31`. */
export const today = (): string => new Date(Date.now() + offsetMs).toISOString().slice(0, 10);

/** `1 May` */
export const dayOf = (at: string): string => shortDay(localOf(at).slice(0, 10)).replace(/^\w+ /, '');

/** `Thu 1 May, 10 AM` */
export function moment(at: string): string {
  const local = localOf(at);
  const said = `${shortDay(local.slice(0, 10))}, ${hours(local.slice(11, 16), '')}`;
  return inIndia(said, new Date(at));
}

/** What is said of a moment, with the name of the zone where the device has another. */
export const inIndia = (said: string, at: Date): string =>
  at.getTimezoneOffset() === -330 ? said : `${said} (India time)`;
