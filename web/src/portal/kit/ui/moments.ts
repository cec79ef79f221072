// Days and hours by the event's own clock, as the browser's control has them.

/** India's time all year round. */
export const zone = '+05:30';
const offsetMs = 5.5 * 3_600_000;

/** What the control gives when it is filled. */
export const dayAndTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/** `2025-05-01T10:00`, with seconds only where there are some. */
export function toLocal(moment: string | null): string {
  if (moment === null) return '';
  const local = new Date(Date.parse(moment) + offsetMs).toISOString().slice(0, 19);
  return local.replace(/:00$/, '');
}

export function toMoment(local: string): string | null {
  if (!local) return null;
  return new Date(`${local}${zone}`).toISOString();
}
