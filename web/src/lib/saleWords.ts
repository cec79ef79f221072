// What is said where registering is not possible now.
import type { Sale } from './api/types';
import { hours, shortDay } from './examTime';

/** India's time all year round. */
const offsetMs = 5.5 * 3_600_000;

/** `Thu 1 May, 10 AM`, by the event's own clock. */
export function moment(at: string): string {
  const local = new Date(Date.parse(at) + offsetMs).toISOString();
  return `${shortDay(local.slice(0, 10))}, ${hours(local.slice(11, 16), '')}`;
}

/** In place of a button that registers; nothing while it can. */
export function instead(sale: Sale | undefined): string | undefined {
  if (!sale || sale.registration === 'open') return undefined;
  if (sale.registration === 'closed') return 'Registration closed';
  return sale.opens_at ? `Opens ${moment(sale.opens_at)}` : 'Opens soon';
}
