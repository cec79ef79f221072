// The calls about one order that more than one screen makes.
import { ApiError, call, callForAnswer } from './client';
import { keptAtHeader } from './keptAt';
import type { OwnResult, Pass, PaymentStatus } from './types';

export function fetchPaymentStatus(
  orderId: string,
  signal?: AbortSignal,
): Promise<PaymentStatus | undefined> {
  return call('get', '/api/payments/status/{order_id}', {
    path: { order_id: orderId },
    ...(signal && { signal }),
  });
}

/** Whether the newest attempt to pay may succeed yet: the bank decides about it, or the provider could not say how it stands. */
export const mayBeUnderWay = ({ attempt }: PaymentStatus): boolean =>
  attempt === 'pending' || attempt === 'unknown';

export interface FoundPass {
  pass: Pass;
  /** When the server gave it, empty where that is not known, where this device kept it and nothing comes from there now. */
  keptAt?: string;
}

/** The pass of a paid order, or undefined when the server answers with nothing. */
export async function findPass(orderId: string): Promise<FoundPass | undefined> {
  const path = { order_id: orderId };
  const { headers, body: pass } = await callForAnswer('get', '/api/order/{order_id}', { path });
  const keptAt = headers.get(keptAtHeader);
  return isPass(pass) ? { pass, ...(keptAt !== null && { keptAt }) } : undefined;
}

/** The published results of who holds the pass, or undefined where nothing is published. */
export async function fetchResults(orderId: string): Promise<readonly OwnResult[] | undefined> {
  try {
    return await call('get', '/api/order/{order_id}/results', { path: { order_id: orderId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Also used on what the navigation state brings, which anybody could have written there. */
export function isPass(value: unknown): value is Pass {
  if (typeof value !== 'object' || value === null) return false;
  return ['order_id', 'name', 'qr', 'exams'].every((member) => member in value);
}
