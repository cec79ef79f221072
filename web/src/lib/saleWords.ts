// What is said where registering is not possible now.
import type { Sale } from './api/types';
import { dayOf, moment } from './eventMoment';

/** In place of a button that registers; nothing while it can. */
export function instead(sale: Sale | undefined): string | undefined {
  if (!sale || sale.registration === 'open') return undefined;
  if (sale.registration === 'closed') return 'Registration closed';
  return sale.opens_at ? `Opens ${moment(sale.opens_at)}` : 'Opens soon';
}

/** The same in the place of a price. */
export function briefly(sale: Sale | undefined): string | undefined {
  if (!sale || sale.registration === 'open') return undefined;
  if (sale.registration === 'closed') return 'Closed';
  return sale.opens_at ? `Opens ${dayOf(sale.opens_at)}` : 'Opens soon';
}
