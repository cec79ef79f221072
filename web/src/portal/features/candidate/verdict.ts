// How a candidate stands: what was paid, and whether the pass is accepted.
import { rupees } from '@/lib/format';
import { date } from '@/portal/kit/ui/format';
import { statusLabel } from '@/portal/kit/ui/status';
import { sumOf, type Payment } from './payment';

export interface Verdict {
  tone: 'green' | 'red' | 'yellow';
  text: string;
  /** Why the pass is withdrawn, and what became of the money. */
  more: readonly string[];
}

export function verdictOn(payment: Payment | undefined): Verdict {
  if (!payment) return { tone: 'yellow', text: 'Not paid', more: [] };
  const { status, validity } = payment;
  if (status !== 'PAID') {
    return { tone: 'yellow', text: 'Not paid', more: [`The payment is ${statusLabel(status)}`] };
  }
  const isWithdrawn = validity === 'withdrawn';
  const money = payment.lost > 0 ? 'Dispute lost' : 'Paid';
  return {
    tone: isWithdrawn ? 'red' : 'green',
    text: isWithdrawn ? `${money}, pass withdrawn` : `${money}, pass valid`,
    more: [...withdrawalOf(payment), ...moneyOf(payment)],
  };
}

function withdrawalOf({ withdrawal }: Payment): string[] {
  if (!withdrawal) return [];
  const { cause, reason, by, at } = withdrawal;
  const day = date(at);
  if (cause === 'refund') return [`Withdrawn on ${day}: refunded in full`];
  if (cause === 'dispute') return [`Withdrawn on ${day}: a dispute was lost`];
  return [`Withdrawn on ${day}${by ? ` by ${by}` : ''}${reason ? `: ${reason}` : ''}`];
}

function moneyOf(payment: Payment): string[] {
  const [back, onItsWay] = [sumOf(payment, 'SUCCESS'), sumOf(payment, 'REQUESTED', 'PENDING')];
  const parts = [
    `${rupees(payment.order_amount)} paid`,
    back > 0 && `${rupees(back)} refunded`,
    onItsWay > 0 && `${rupees(onItsWay)} on its way back`,
    payment.lost > 0 && `${rupees(payment.lost)} lost in a dispute`,
  ];
  return [parts.filter(Boolean).join(', ')];
}
