// From a complete order request to the provider's payment page.
import { ApiError, call } from '@/lib/api/client';
import type { CreatedOrder, OrderRequest } from '@/lib/api/types';
import { uuid } from '@/lib/uuid';
import { wait } from '@/lib/wait';
import { attemptStore, type Attempt } from './attempt';
import { leaveForPayment } from './provider';

const alreadyPaid = 'This email has already made a successful payment for the same course in same college';

/** A registration must not hang on a check that the server repeats anyway. */
const checkTimeoutMs = 8_000;
/** How long the server may tell a form to wait, all in all. */
const patienceSeconds = 60;
const defaultRetryAfterSeconds = 5;
/** Many students share one address and are told the same time: so that they do not all come back at once. */
const spreadSeconds = 4;

export interface Progress {
  signal: AbortSignal;
  /** Words about a wait, or undefined when it is over. */
  onNotice: (notice: string | undefined) => void;
}

/** Never resolves: the browser leaves for the payment page, or the promise rejects with the reason. */
export async function pay(attempt: Attempt, progress: Progress): Promise<never> {
  if (await hasPaid(attempt.order, progress.signal)) throw new ApiError(409, alreadyPaid);
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

async function createOrder(attempt: Attempt, { signal, onNotice }: Progress): Promise<CreatedOrder> {
  let current = attempt;
  let patience = patienceSeconds;
  let hasRenewedKey = false;
  for (;;) {
    try {
      const created = await sendOrder(current, signal);
      attemptStore.set({ ...current, orderId: created.order_id });
      return created;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.details.code === 'idempotency_key_reused' && !hasRenewedKey) {
        hasRenewedKey = true;
        current = { ...current, key: uuid() };
        attemptStore.set(current);
        continue;
      }
      const told = Math.max(1, error.details.retryAfterSeconds ?? defaultRetryAfterSeconds);
      if (error.status !== 429 || told > patience) throw error;
      patience -= told;
      const pauseSeconds = told + Math.floor(Math.random() * spreadSeconds);
      onNotice(
        `Many people are registering right now. We will try again by ourselves in ${String(pauseSeconds)} seconds. Please keep this page open.`,
      );
      await wait(pauseSeconds * 1_000, signal);
      onNotice(undefined);
    }
  }
}

async function sendOrder({ key, order }: Attempt, signal: AbortSignal): Promise<CreatedOrder> {
  const created = await call('post', '/api/payments/create-order', {
    header: { 'Idempotency-Key': key },
    body: order,
    signal,
  });
  if (!created?.payment_session_id) throw new ApiError(200, '');
  return created;
}
