// What to say of a payment that did not begin.
import { texts } from '@/content/texts';
import { ApiError, referenceOf } from '@/lib/api/client';
import type { Problem } from '@/lib/registration/validation';
import type { Attempt } from './attemptRecord';
import { formField } from './order';

export interface PaymentProblem extends Problem {
  /** The address, where it has paid for the same before. */
  paidBy?: string | undefined;
  /** Nobody can register now, and this form was not sent in time. */
  isOutsideSale?: boolean;
  /** Browsers may remember until the next load that code did not come: to press again brings nothing then. */
  needsLoad?: boolean;
}

export const isOutsideSale = (error: unknown): boolean =>
  error instanceof ApiError && /^registration_(closed|not_open)$/.test(error.details.code ?? '');

export function toProblem(error: unknown, { order }: Attempt): PaymentProblem {
  const message = (error instanceof Error && error.message) || texts.paymentInitFailed;
  const details = error instanceof ApiError ? error.details : undefined;
  const field = formField(details?.field);
  return {
    message,
    fields: field ? { [field]: 'Please check this.' } : {},
    reference: referenceOf(error),
    paidBy: details?.code === 'already_paid' ? order.customer_email : undefined,
    isOutsideSale: isOutsideSale(error),
  };
}
