// A payment of a candidate, as the API tells it.
import type { AnswerOf } from '@/portal/kit/api/data';

export type Payment = AnswerOf<'/api/customers/{customerId}'>['payments'][number];

export const isAtCounter = ({ payment_method }: Payment): boolean => payment_method === 'SPOT PAYMENT';

/** One at the counter that is still to be paid. */
export const isToBeMarked = (payment: Payment): boolean =>
  isAtCounter(payment) && payment.status === 'CREATED';

/** The payment that counts: one whose pass is valid, or else the first. */
export const mainPayment = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(({ validity }) => validity === 'valid') ?? payments[0];

/** Payments beside the one that counts whose money has not all gone back: this person paid more than once. */
export const surplusOf = (payments: readonly Payment[]): readonly Payment[] => {
  const main = mainPayment(payments);
  return payments.filter(
    (payment) => payment !== main && payment.status === 'PAID' && payment.refundable > 0,
  );
};

/** What is paid at the counter has a receipt, whose number is in the mail with the pass. */
export const hasReceipt = (payment: Payment): boolean => isAtCounter(payment) && payment.status === 'PAID';

type RefundStatus = Payment['refunds'][number]['status'];

/**
 * The refunds of a payment that are in one of these states, in rupees: no more than was paid, because what exceeds it is of a second
 * payment of the order, which was never counted. Added in paise, where nothing is rounded.
 */
export const sumOf = ({ order_amount, refunds }: Payment, ...states: RefundStatus[]): number => {
  const paise = refunds
    .filter(({ status }) => states.includes(status))
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return Math.min(paise / 100, order_amount);
};

export type Dispute = Payment['disputes'][number];

/** The disputes of a payment that the bank has not decided. */
export const openDisputes = ({ disputes }: Payment): readonly Dispute[] =>
  disputes.filter(({ state }) => state === 'open');
