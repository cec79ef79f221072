// How the portal writes money, days and times: as people in India do, and by the event's own clock.

import { serverNow } from '@/lib/lastCall';

const zone = 'Asia/Kolkata';

const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: zone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
});

const dayAlone = new Intl.DateTimeFormat('en-IN', {
  timeZone: zone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

const valid = (moment: string) => {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** Browsers differ in the space that they put before it; ours keeps it on the line of the hour. */
const holdHalfOfDay = (text: string) => text.replace(/\s(?=[ap]m$)/i, '\u00a0');

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone });

/** The day it is at the expo, by the server's clock, as `YYYY-MM-DD`. */
export const today = (): string => calendar.format(serverNow());

/** `31/05/2025, 10:05 am`; what is no moment is shown as it came. */
export const dateTime = (moment: string): string => {
  const date = valid(moment);
  return date ? holdHalfOfDay(dayAndTime.format(date)) : moment;
};

/** `31/05/2025`, of a moment or of a day written `2025-05-31`. */
export const date = (moment: string): string => {
  const date = valid(moment);
  return date ? dayAlone.format(date) : moment;
};

export const count = (number: number): string => number.toLocaleString('en-IN');

/** `1 seat`, `2 seats`; where more are called otherwise, by `many`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
