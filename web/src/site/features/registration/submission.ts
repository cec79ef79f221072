// From a complete order request to the provider's payment page.
import { ApiError, call } from '@/lib/api/client';
import { isBusy, mayPass, pauseAfter } from '@/lib/api/passing';
import type { CreatedOrder, OrderRequest } from '@/lib/api/types';
import { nameProblem } from '@/lib/personName';
import { wait } from '@/lib/wait';
import { attemptStore, isSamePerson, keyFor, ordersBefore } from './attempt';
import type { Attempt } from './attemptRecord';
import { alone, awaitTurn, countdown, nap, whileHere, type InLine } from './line';
import { openOrder } from './openOrder';
import { keepPlace, readPlace, type Place } from './places';
import { leaveForPayment } from './provider';

export { nameProblem } from '@/lib/personName';
export { takeUpLeftPlace } from './leftPlace';
export { correctedBy } from './newerCatalogue';
export { toProblem } from './paymentProblem';
export { WaitingCard } from './WaitingCard';

const alreadyPaid = 'This email has already made a successful payment for the same course in same college';

/** A registration must not hang on a check that the server repeats anyway. */
const checkTimeoutMs = 8_000;
/**
 * For how long a form pauses, in all: while nothing is wrong but that too many come at once, and while nothing of ours answers.
 */
const patienceSeconds = { busy: 1_800, down: 180 };
/** Many students share one address and get the same time: so that they do not all come back at once. */
const spreadSeconds = 4;
/** After so many failures, of the server or on the way, the person is informed, and decides when to go on. */
const failuresBeforeNotice = { inLine: 6, before: 3 };
/**
 * Answers of which each has that patience: none is a failure, also not between two that are. Our own 502 is one, as with it the
 * provider may refuse what was typed, and each further try writes another order.
 */
const isNotNow = ({ status, details }: ApiError) =>
  status === 429 || status === 503 || status === 504 || (status === 502 && details.code === undefined);

export interface Progress {
  /** Nobody has pressed for it. */
  isResumed: boolean | undefined;
  signal: AbortSignal;
  /** Words about a wait, or undefined when it is over. */
  onNotice: (notice: string | undefined) => void;
  onLine: (state: InLine) => void;
}

/** Never resolves: the browser leaves for the payment page, or the promise rejects with the reason. */
export async function pay(attempt: Attempt, progress: Progress): Promise<never> {
  // The one rule of the form that is too long for the first download.
  const problem = nameProblem(attempt.order.customer_name);
  if (problem !== undefined) throw new ApiError(422, problem, { field: 'customer_name' });
  let place = readPlace(attempt.key);
  if (place && !progress.isResumed) {
    if (isSamePerson(place.attempt.order, attempt.order)) {
      // What is pressed for is what the place is for from now on, whatever another tab has sent from it.
      keepPlace({ ...place, attempt });
    } else {
      // Another tab waits with it for another person, whose order is not this one's to replace.
      const { replaces, ...others } = attempt;
      attempt = underNewKey(replaces === attempt.key ? others : attempt);
      place = undefined;
    }
  }
  // A candidate with a place in the line has passed this check already.
  if (!place && (await hasPaid(attempt.order, progress.signal)))
    throw new ApiError(409, alreadyPaid, { code: 'already_paid' });
  const created = await createOrder(attempt, progress);
  return leaveForPayment(created.payment_session_id, progress.signal);
}

async function hasPaid(order: OrderRequest, signal: AbortSignal): Promise<boolean> {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
  };
  signal.addEventListener('abort', stop);
  const timer = setTimeout(stop, checkTimeoutMs);
  try {
    const { customer_email: email, packageId, collegeId, course_category } = order;
    const subject = collegeId && course_category ? { collegeId, course_category } : { packageId };
    const check = await call('get', '/api/payments/check-email', {
      query: { email, ...subject },
      signal: controller.signal,
    });
    return check?.isPaid === true;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** What the tries to create one order have come to so far. */
interface Tries {
  attempt: Attempt;
  hasRenewedKey: boolean;
  /** In seconds, what is left of each. */
  patience: typeof patienceSeconds;
  /** Since an order or a place was given last. */
  failures: number;
  pauses: number;
}

async function createOrder(attempt: Attempt, progress: Progress): Promise<CreatedOrder> {
  const tries: Tries = {
    attempt,
    hasRenewedKey: false,
    patience: { ...patienceSeconds },
    failures: 0,
    pauses: 0,
  };
  for (;;) {
    const created = await whileHere(tries.attempt.key, progress.signal, () => tryOnce(tries, progress));
    if (created) return created;
  }
}

/** Undefined when it may be tried again. */
async function tryOnce(tries: Tries, progress: Progress): Promise<CreatedOrder | undefined> {
  let place: Place | undefined;
  try {
    place = await turnOf(tries, progress);
    const created = await alone(tries.attempt.key, progress.signal, () =>
      openOrder(tries.attempt, place, progress),
    );
    tries.patience = { ...patienceSeconds };
    tries.failures = 0;
    tries.pauses = 0;
    return created;
  } catch (error) {
    await overcome(error, tries, place, progress);
    return undefined;
  }
}

/** The place whose moment has come; undefined for a registration that is not in the line. */
async function turnOf({ attempt, pauses }: Tries, { signal, onLine }: Progress) {
  if (!readPlace(attempt.key)) return undefined;
  // As this tab knows it: since the place was given, a package may have another name.
  const show = (state: InLine) => {
    onLine({ ...state, place: { ...state.place, attempt } });
  };
  const place = { ...(await awaitTurn(attempt, signal, show)), attempt };
  const hasCome = countdown(place)() <= 0;
  if (pauses === 0 && hasCome) show({ place, left: () => 0, step: 'opening' });
  return place;
}

/** Resolves when the order may be tried again. Rejects with the error when that brings nothing. */
async function overcome(
  error: unknown,
  tries: Tries,
  place: Place | undefined,
  progress: Progress,
): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  if (error.details.code === 'idempotency_key_reused' && !tries.hasRenewedKey) {
    renewKey(tries);
    return;
  }
  if (!mayPass(error)) throw error;
  const seconds = pauseBefore(error, tries);
  if (isNotNow(error)) {
    const left = tries.patience;
    const why = isBusy(error) ? 'busy' : 'down';
    if (seconds > left[why]) throw error;
    left[why] -= seconds;
  } else if (!place || error.status !== 0) {
    if (tries.failures >= failuresBeforeNotice[place ? 'inLine' : 'before']) throw error;
    tries.failures += 1;
  }
  tries.pauses += 1;
  await sitOut(error, seconds, place, progress);
}

function pauseBefore({ details }: ApiError, { pauses }: Tries): number {
  const asked = details.retryAfterSeconds;
  return asked === undefined
    ? Math.ceil(pauseAfter(pauses) / 1_000)
    : Math.max(1, asked) + Math.floor(Math.random() * spreadSeconds);
}

/** The key makes what is sent then the same registration, also where the answer to it was lost. */
async function sitOut(
  error: ApiError,
  seconds: number,
  place: Place | undefined,
  progress: Progress,
): Promise<void> {
  const ms = seconds * 1_000;
  if (isBusy(error)) {
    const notice = `Many people are registering right now. We will try again automatically in ${String(seconds)} seconds. Please keep this page open.`;
    await say(notice, ms, progress);
  } else if (place) {
    progress.onLine({ place, left: () => 0, step: 'unreachable' });
    await nap(ms, progress.signal);
  } else {
    await say(
      'We could not reach the server. We are trying again. Please keep this page open.',
      ms,
      progress,
    );
  }
}

function renewKey(tries: Tries): void {
  tries.attempt = underNewKey(tries.attempt);
  tries.hasRenewedKey = true;
}

/** For what was sent under the old one was typed here (`replaces`), or in another tab, perhaps for another person. */
function underNewKey(attempt: Attempt): Attempt {
  const { order, summary, replaces } = attempt;
  const renewed: Attempt = {
    ...keyFor(null),
    ...{ order, summary },
    ...(replaces !== undefined && { replaces }),
    ...ordersBefore(attempt),
  };
  attemptStore.set(renewed);
  return renewed;
}

async function say(notice: string, ms: number, { signal, onNotice }: Progress): Promise<void> {
  onNotice(notice);
  await wait(ms, signal);
  onNotice(undefined);
}
