// The order request that was sent last, with the key that lets the server recognise it when it is sent again,
// so that pressing the button twice, or coming back later, never makes a second order.
import type { OrderRequest } from '@/lib/api/types';
import { createSessionStore } from '@/lib/sessionStore';
import { uuid } from '@/lib/uuid';
import { draftStore, hasTyped } from './draft';
import { draftOf, dropPlace, keptPlaces, type Place } from './places';

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
  /** Of a place in the line that was left, to change something: the server knows it by the same key. */
  ticket?: string;
}

function isAttempt(value: unknown): value is Attempt {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'order' in value && 'summary' in value
  );
}

export const attemptStore = createSessionStore<Attempt | null>('registration-attempt', null, (kept) =>
  isAttempt(kept) ? kept : null,
);

/**
 * The kept attempt if it is for exactly this order, in this tab or in the line, otherwise one with a key of its own. Who
 * has waited and changes something meanwhile keeps the key: no order has been made with it, and the place is the key's.
 */
export function attemptFor(order: OrderRequest, summary: OrderSummary): Attempt {
  const isSame = (attempt: Attempt) => JSON.stringify(attempt.order) === JSON.stringify(order);
  const kept = attemptStore.get();
  if (kept && isSame(kept)) return kept;
  const attempt = keptPlaces()
    .map((place) => place.attempt)
    .find(isSame) ?? { ...keyFor(kept), order, summary };
  attemptStore.set(attempt);
  return attempt;
}

/** The key for another order than the kept one. */
export function keyFor(kept: Attempt | null): Pick<Attempt, 'key' | 'ticket'> {
  return kept?.ticket ? { key: kept.key, ticket: kept.ticket } : { key: uuid() };
}

/**
 * The registration that this tab waits in the line with. A tab in which nothing was begun takes up what another one
 * left, as if it had been typed here.
 */
export function attemptInLine(): Attempt | undefined {
  const places = keptPlaces();
  const own = attemptStore.get();
  if (own) return places.find(({ attempt }) => attempt.key === own.key)?.attempt;
  const [newest] = places;
  if (!newest || hasTyped(draftStore.get())) return undefined;
  draftStore.set(draftOf(newest));
  attemptStore.set(newest.attempt);
  return newest.attempt;
}

/** Nobody waits with it any more. This tab keeps what it needs to come back to the same place. */
export function leavePlace({ attempt, ticket }: Place): void {
  attemptStore.set({ ...attempt, ticket });
  dropPlace(attempt.key);
}
