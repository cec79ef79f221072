// The order request that was sent last, with the key that lets the server recognise it when it is sent again,
// so that pressing the button twice, or coming back later, never makes a second order.
import type { OrderRequest } from '@/lib/api/types';
import { createSessionStore } from '@/lib/sessionStore';
import { uuid } from '@/lib/uuid';

/** What the order is for, in words, for the summary on the checkout page. */
export interface OrderSummary {
  packageName: string;
  collegeName?: string;
  courseName?: string;
}

export interface Attempt {
  key: string;
  order: OrderRequest;
  summary: OrderSummary;
  /** Known once the server has made the order. */
  orderId?: string;
}

function isAttempt(value: unknown): value is Attempt {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'order' in value && 'summary' in value
  );
}

export const attemptStore = createSessionStore<Attempt | null>('registration-attempt', null, (kept) =>
  isAttempt(kept) ? kept : null,
);

/** The kept attempt if it is for exactly this order, otherwise a new one with a key of its own. */
export function attemptFor(order: OrderRequest, summary: OrderSummary): Attempt {
  const kept = attemptStore.get();
  if (kept && JSON.stringify(kept.order) === JSON.stringify(order)) return kept;
  const attempt = { key: uuid(), order, summary };
  attemptStore.set(attempt);
  return attempt;
}
