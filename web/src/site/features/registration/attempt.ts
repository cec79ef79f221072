// The order request that was sent last, with the key that lets the server recognise it when it is sent again,
// so that pressing the button twice, or coming back later, never makes a second order.
import type { OrderRequest } from '@/lib/api/types';
import { createSessionStore } from '@/lib/sessionStore';
import { uuid } from '@/lib/uuid';
import type { Attempt, OrderSummary } from './attemptRecord';
import { hasTyped } from '@/lib/registration/draft';
import { draftStore } from './draft';
import { toDraft } from './order';
import { dropPlace, keptPlaces, type Place } from './places';

function isAttempt(value: unknown): value is Attempt {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'order' in value && 'summary' in value
  );
}

export const attemptStore = createSessionStore<Attempt | null>('registration-attempt', null, (kept) =>
  isAttempt(kept) ? kept : null,
);

/** The ticket of a place that another device holds, brought here by the link of a mail. */
export const broughtTicket = createSessionStore<string | null>('registration-ticket', null, (kept) =>
  typeof kept === 'string' ? kept : null,
);

export const isSameOrder = (one: OrderRequest, other: OrderRequest): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Not by the address: the children of a family may share their parents'. */
export const isSamePerson = (one: OrderRequest, other: OrderRequest): boolean =>
  one.customer_name === other.customer_name;

/**
 * The kept attempt if it is for exactly this order, in this tab or in the line, otherwise one with its own key. Who
 * has waited and changes something meanwhile keeps the key: no order has been made with it, and the place is the key's.
 */
export function attemptFor(order: OrderRequest, summary: OrderSummary): Attempt {
  const kept = attemptStore.get();
  const sent = [kept, ...keptPlaces().map((place) => place.attempt)].find(
    (one) => one && isSameOrder(one.order, order),
  );
  const attempt: Attempt = {
    ...(sent ?? {
      ...keyFor(kept),
      order,
      ...(kept && isForTheSame(kept.order, order) && ordersBefore(kept)),
      ...(kept && replacedBy(order, kept)),
    }),
    // An exam may have been moved, or a package renamed, since it was sent before.
    summary,
  };
  attemptStore.set(attempt);
  return attempt;
}

const isForTheSame = (one: OrderRequest, other: OrderRequest): boolean =>
  (['customer_email', 'packageId', 'collegeId', 'course_category'] as const).every(
    (field) => one[field] === other[field],
  );

/**
 * What an order asks for in place of, where both are for one exam, whose last place the earlier one may hold. With another
 * name and another address it is not a correction but the next child's, and the first one's order is still to be paid.
 */
function replacedBy(order: OrderRequest, kept: Attempt): Pick<Attempt, 'replaces'> | undefined {
  const { customer_name: name, customer_email: email, course_category: exam } = kept.order;
  const isCorrected = order.customer_name === name || order.customer_email === email;
  if (!exam || order.course_category !== exam || !isCorrected) return undefined;
  // One that was refused has made none, and what it replaced is there still.
  return { replaces: kept.orderId ? kept.key : (kept.replaces ?? kept.key) };
}

/** What an attempt that follows this one knows of orders before it; its own may be the same order, still open. */
export function ordersBefore(
  { earlier = [], orderId }: Attempt,
  own?: string,
): Pick<Attempt, 'earlier'> | undefined {
  const orders = orderId && orderId !== own ? [...earlier, orderId] : earlier;
  return orders.length > 0 ? { earlier: orders } : undefined;
}

/** The key for another order than the kept one. */
export function keyFor(kept: Attempt | null): Pick<Attempt, 'key' | 'ticket'> {
  const brought = broughtTicket.get();
  if (kept?.ticket && (!brought || kept.ticket === brought)) return { key: kept.key, ticket: kept.ticket };
  return { key: uuid(), ...(brought && { ticket: brought }) };
}

/** Goes on with the place of a ticket: the one that this browser holds, or one that the form will be sent with. */
export function takeUpPlace(ticket: string): void {
  const held = keptPlaces().find((place) => place.ticket === ticket);
  if (!held) {
    broughtTicket.set(ticket);
    return;
  }
  broughtTicket.clear();
  takeUp(held.attempt);
}

/** Goes on with what was sent, as if it had been typed here. */
export function takeUp(sent: Attempt): Attempt {
  draftStore.set(toDraft(sent.order));
  attemptStore.set(sent);
  return sent;
}

/**
 * The registration that this tab waits in the line with. Where another tab has corrected it since, that is what was sent
 * last, and not what is kept here; of the same order, this tab knows the names of now. Where the other tab has given the
 * place to another child, this one's stays in the form.
 */
export function attemptInLine(): Attempt | undefined {
  const own = attemptStore.get();
  if (!own) return undefined;
  const sent = keptPlaces().find(
    ({ attempt }) => attempt.key === own.key && isSamePerson(attempt.order, own.order),
  )?.attempt;
  return sent && (isSameOrder(sent.order, own.order) ? own : takeUp(sent));
}

/** Nothing was begun in this tab, so it may take up what another one has left (./leftPlace.tsx). */
export const isFresh = (): boolean =>
  !attemptStore.get() && !broughtTicket.get() && !hasTyped(draftStore.get());

/** Nobody waits with it any more. This tab keeps what it needs to come back to the same place. */
export function leavePlace({ attempt, ticket }: Place): void {
  attemptStore.set({ ...attempt, ticket });
  dropPlace(attempt.key);
}
