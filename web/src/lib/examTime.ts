// Days and hours of exams as people read them. The catalogue has `2025-05-31` and `14:00`, in the event's own time.

// To make one of these takes longer than to use it a hundred times, and a timetable names many days.
const partOf = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
const weekday = { short: partOf({ weekday: 'short' }), long: partOf({ weekday: 'long' }) };
const dayOfMonth = partOf({ day: 'numeric' });
const month = { short: partOf({ month: 'short' }), long: partOf({ month: 'long' }) };

const inWords = (date: string, ...parts: Intl.DateTimeFormat[]): string =>
  parts.map((part) => part.format(new Date(`${date}T00:00Z`))).join(' ');

/** `Sat 31 May`; nothing for a day that is not known. */
export function shortDay(date: string): string {
  return date && inWords(date, weekday.short, dayOfMonth, month.short);
}

/** `Saturday, 31 May` */
export const longDay = (date: string): string =>
  `${inWords(date, weekday.long)}, ${inWords(date, dayOfMonth, month.long)}`;

/** `10–11:30 AM`, `11:30 AM–1 PM`, `10 AM` without an end; nothing for hours that are not known. */
export function hours(start: string, end: string): string {
  if (!start) return '';
  const from = clock(start);
  if (end <= start) return `${from.time} ${from.half}`;
  const to = clock(end);
  return from.half === to.half
    ? `${from.time}–${to.time} ${to.half}`
    : `${from.time} ${from.half}–${to.time} ${to.half}`;
}

function clock(time: string): { time: string; half: 'AM' | 'PM' } {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const twelve = String(hour % 12 || 12);
  return {
    time: minute === 0 ? twelve : `${twelve}:${String(minute).padStart(2, '0')}`,
    half: hour < 12 ? 'AM' : 'PM',
  };
}
