// Refunds that were sent and are not answered: sent again, each is the same refund.
import { createSentStore } from '@/portal/kit/forms/sentStore';

export interface RefundForm {
  key: string;
  amount: string;
  reason: string;
  mode: string;
}

const isForm = (value: unknown): value is RefundForm =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'amount', 'reason', 'mode'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

export const sentRefunds = createSentStore('refunds-sent', isForm);

/** What it is kept under: another person at the same computer has sent nothing. */
export const placeOf = (username: string, orderId: string): string => `${username} ${orderId}`;
