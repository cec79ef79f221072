// Times of the day as people in India read them.

/** `14:30` as `02:30 pm`; what is no time is shown as it came. */
export function clock(time: string): string {
  const [, hours = '', minutes = ''] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (!hours) return time;
  const hour = Number(hours);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${minutes} ${hour < 12 ? 'am' : 'pm'}`;
}
