// Why a payment is not there, as far as the server tells.
import { landing } from '@/content/landing';
import { ApiError } from '@/lib/api/client';
import type { PaymentStatus } from '@/lib/api/types';

export type Reason =
  'declined' | 'left' | 'reversed' | 'expired' | 'unknown' | 'pending' | 'unread' | 'unclear' | 'unreachable';

interface Told {
  text: string;
  /** Money may have been taken: nobody is asked to pay for another order then. */
  mayBeDebited: boolean;
}

export const reasons: Readonly<Record<Reason, Told>> = {
  declined: {
    text: 'Error: Payment declined by your bank. Please contact your bank or try a different payment method.',
    mayBeDebited: false,
  },
  left: {
    text: 'You left the payment page before paying. Nothing has been charged.',
    mayBeDebited: false,
  },
  reversed: {
    text: `Your payment came too late for this order, and your bank gives it back to you, usually within ${landing.policies.refundArrival}.`,
    mayBeDebited: false,
  },
  expired: {
    text: 'The order was not paid in time and has expired. Nothing has been charged.',
    mayBeDebited: false,
  },
  unknown: {
    text: 'We know of no order under this address. Please check that the link is complete.',
    mayBeDebited: false,
  },
  pending: {
    text: 'Your bank has not confirmed the payment yet. As soon as it does, your pass will be here.',
    mayBeDebited: true,
  },
  unread: {
    text: 'We could not find out yet whether a payment is under way. This page keeps asking.',
    mayBeDebited: true,
  },
  unclear: {
    text: 'We could not confirm the payment. Our team is looking into it.',
    mayBeDebited: true,
  },
  unreachable: {
    text: 'We could not find out what became of your payment. Please check your connection.',
    mayBeDebited: true,
  },
};

/** Undefined while that is not known yet. A page without an order says what is most likely. */
export function reasonOf(
  orderId: string | undefined,
  payment: PaymentStatus | undefined,
  error: Error | undefined,
): Reason | undefined {
  if (!orderId) return 'declined';
  if (!payment) {
    if (!error) return undefined;
    return error instanceof ApiError && [404, 422].includes(error.status) ? 'unknown' : 'unreachable';
  }
  const { status, attempt, ended } = payment;
  // Before the attempt, which is called pending where the provider contradicts us.
  if (status === 'UNKNOWN') return 'unclear';
  if (attempt === 'pending') return 'pending';
  if (attempt === 'unknown') return 'unread';
  if (ended) return ended;
  if (attempt === 'failed' || status === 'FAILED') return 'declined';
  return status === 'EXPIRED' ? 'expired' : 'left';
}
