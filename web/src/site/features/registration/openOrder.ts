// Asks once for an order, and keeps what is answered: the order, or a place in the line.
import { ApiError, call } from '@/lib/api/client';
import type { CreatedOrder, PlaceInLine } from '@/lib/api/types';
import { attemptStore, broughtTicket, leavePlace, ordersBefore } from './attempt';
import type { Attempt } from './attemptRecord';
import { placeOf } from './line';
import { isOutsideSale } from './paymentProblem';
import { dropPlace, ElsewhereError, keepPlace, type Place } from './places';

/** It is not asked again in a hurry, where a moment that has come is answered as no time. */
const leastWaitMs = 1_000;

interface Opening {
  signal: AbortSignal;
  /** Words about the place that a link has brought. */
  onNotice: (notice: string) => void;
}

/** Undefined when the line says when: the place is kept then. Nothing else may run for this registration meanwhile. */
export async function openOrder(
  attempt: Attempt,
  place: Place | undefined,
  { signal, onNotice }: Opening,
): Promise<CreatedOrder | undefined> {
  if (place) {
    const kept = placeOf(attempt);
    if (!kept) throw new ElsewhereError();
    // Another tab was given another moment while this one waited to ask.
    if (kept.toldAt !== place.toldAt) return undefined;
  }
  try {
    const answer = await sendOrder(attempt, place?.ticket ?? attempt.ticket, signal);
    if ('ticket' in answer) {
      if (broughtTicket.get() && answer.ticket !== broughtTicket.get()) {
        broughtTicket.clear();
        onNotice('The place of your link has been used or is over. This is a new place in the line.');
      }
      keepPlace(placeGiven(attempt, answer, placeOf(attempt)));
      return undefined;
    }
    broughtTicket.clear();
    const { key, order, summary } = attempt;
    const orderId = answer.order_id;
    attemptStore.set({ key, order, summary, orderId, ...ordersBefore(attempt, orderId) });
    dropPlace(key);
    return answer;
  } catch (error) {
    // The person has to change something first. The server keeps the place meanwhile.
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (isOutsideSale(error)) forgetPlace(attempt.key);
    else if (place && isRefused && error.status !== 429) leavePlace(place);
    throw error;
  }
}

/** It is over, or was given for nothing: the event was closed by hand. */
function forgetPlace(key: string): void {
  dropPlace(key);
  broughtTicket.clear();
  const { ticket, ...kept } = attemptStore.get() ?? {};
  if (ticket && 'key' in kept) attemptStore.set(kept);
}

async function sendOrder(
  { key, order, replaces }: Attempt,
  ticket: string | undefined,
  signal: AbortSignal,
): Promise<CreatedOrder | PlaceInLine> {
  // What was corrected in the line is sent under its key again: it comes in place of nothing, and may find no place left.
  const isFurther = replaces !== undefined && replaces !== key;
  const body = await call('post', '/api/payments/create-order', {
    header: { 'Idempotency-Key': key },
    body: { ...order, ...(ticket && { ticket }), ...(isFurther && { replaces }) },
    signal,
  });
  if (body && ('ticket' in body || body.payment_session_id)) return body;
  throw ApiError.unusable();
}

function placeGiven(attempt: Attempt, answer: PlaceInLine, before?: Place): Place {
  const { ticket, ahead, eta_ms, waits_for: waitsFor, held_until } = answer;
  const heldUntil = held_until ? Date.parse(held_until) : 0;
  const toldAt = Date.now();
  const etaMs = Math.max(leastWaitMs, eta_ms);
  // The mail moves with the moment.
  const mail = before?.mailTo &&
    before.ticket === ticket && {
      mailTo: before.mailTo,
      mailAt: before.mailAt + toldAt + etaMs - before.toldAt - before.etaMs,
    };
  const joinedAt = before?.joinedAt ?? toldAt;
  return {
    ...{ attempt, ticket, ahead, etaMs, toldAt, joinedAt, waitsFor, heldUntil },
    ...(mail || { mailTo: '', mailAt: 0 }),
  };
}
