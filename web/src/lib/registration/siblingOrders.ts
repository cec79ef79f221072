// The orders of one registration that was paid in this tab, where there was more than one: an order that was given up
// may be paid late. Their ids alone; what was typed is forgotten when the money has arrived.
import { createSessionStore } from '../sessionStore';

export const siblingOrders = createSessionStore<readonly string[]>('registration-orders', [], (kept) =>
  Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : undefined,
);
