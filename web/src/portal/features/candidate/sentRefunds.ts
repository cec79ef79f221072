// Refunds that were sent and are not answered, for as long as the tab: sent again, after a reload too, each is the same refund.
import { createSessionStore } from '@/lib/sessionStore';

export interface RefundForm {
  key: string;
  amount: string;
  reason: string;
  mode: string;
}

type Sent = Readonly<Record<string, RefundForm>>;

export const sentRefunds = createSessionStore<Sent>('refunds-sent', {}, (kept) =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, RefundForm] => isForm(entry[1])),
      )
    : undefined,
);

const isForm = (value: unknown): value is RefundForm =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'amount', 'reason', 'mode'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

/** What it is kept under: another person at the same computer has sent nothing. */
export const placeOf = (username: string, orderId: string): string => `${username} ${orderId}`;

export function keepRefund(place: string, { key, amount, reason, mode }: RefundForm): void {
  sentRefunds.set({ ...sentRefunds.get(), [place]: { key, amount, reason, mode } });
}

export function forgetRefund(place: string): void {
  const others = Object.entries(sentRefunds.get()).filter(([other]) => other !== place);
  sentRefunds.set(Object.fromEntries(others));
}
