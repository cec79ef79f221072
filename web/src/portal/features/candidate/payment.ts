// A payment of a candidate, as the API tells it.
import type { AnswerOf } from '@/portal/kit/api/data';

export type Payment = AnswerOf<'/api/customers/{customerId}'>['payments'][number];

/** The method of a payment at the counter. */
export const spot = 'SPOT PAYMENT';

/** The payment that counts: one whose pass is valid, or else the first. */
export const mainPayment = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(({ validity }) => validity === 'valid') ?? payments[0];
