// How long the return page keeps asking whether an order is paid. Only a payment that is under way, or may be, is
// worth waiting for; everything else is decided within seconds.
import { ApiError } from '@/lib/api/client';
import { fetchPaymentStatus, mayBeUnderWay } from '@/lib/api/payments';
import type { PaymentStatus } from '@/lib/api/types';
import { wait } from '@/lib/wait';

export type Outcome = 'paid' | 'failed';

const pendingPausesMs = [2_000, 3_000, 5_000, 8_000, 10_000];
const pendingForMs = 120_000;
/** The first is for a webhook that comes meanwhile; at the second the server may ask the provider again. */
const noAttemptPausesMs = [3_000, 2_500];
/** A hiccup of the network on the way back from a bank's app is no answer; a third one in a row is. */
const errorPausesMs = [1_000, 2_000];

export async function awaitOutcome(
  orderId: string,
  signal: AbortSignal,
  onPending: (payment: PaymentStatus) => void,
): Promise<Outcome> {
  let pendingAsked = 0;
  let pendingWaitedMs = 0;
  let foundNoAttempt = 0;
  let errorsInARow = 0;

  for (;;) {
    const answer = await ask(orderId, signal);
    let pauseMs: number | undefined;
    if (answer === 'error') {
      pauseMs = errorPausesMs[errorsInARow];
      errorsInARow += 1;
    } else {
      errorsInARow = 0;
      if (answer?.status === 'PAID') return 'paid';
      if (answer === undefined || answer.status === 'FAILED' || answer.status === 'EXPIRED') return 'failed';
      if (mayBeUnderWay(answer)) {
        onPending(answer);
        pauseMs = pendingPausesMs[Math.min(pendingAsked, pendingPausesMs.length - 1)] ?? 0;
        pendingAsked += 1;
        pendingWaitedMs += pauseMs;
        if (pendingWaitedMs > pendingForMs) return 'failed';
      } else if (answer.attempt !== 'failed') {
        pauseMs = noAttemptPausesMs[foundNoAttempt];
        foundNoAttempt += 1;
      }
    }
    if (pauseMs === undefined) return 'failed';
    await wait(pauseMs, signal);
  }
}

/** Undefined when the server does not know the order. */
async function ask(orderId: string, signal: AbortSignal): Promise<PaymentStatus | 'error' | undefined> {
  try {
    return await fetchPaymentStatus(orderId, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return error instanceof ApiError && error.status === 404 ? undefined : 'error';
  }
}
