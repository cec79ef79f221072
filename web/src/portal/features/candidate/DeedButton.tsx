// The button of one deed about a payment, wherever on the page it is.
import { Button } from '@/portal/kit/ui/elements';
import type { Press } from '@/portal/kit/ui/usePressed';
import { hasReceipt, type Payment } from './payment';
import type { Actions, Deed } from './usePaymentActions';

interface Props {
  deed: Deed;
  payment: Payment;
  actions: Actions;
  press: Press;
}

export function DeedButton({ deed, payment, actions: { busy, run }, press }: Props) {
  const { order_id } = payment;
  return (
    <Button
      look={deed === 'markPaid' ? 'primary' : 'quiet'}
      size="small"
      disabled={busy !== undefined}
      aria-busy={busy?.deed === deed && busy.orderId === order_id}
      onClick={(click) => {
        press(click.currentTarget);
        void run(deed, order_id);
      }}
    >
      {labelOf(deed, payment)}
    </Button>
  );
}

const labels: Readonly<Record<Deed, string>> = {
  markPaid: 'Mark Paid',
  resend: 'Send pass again',
  askAgain: 'Ask the payment provider again',
};

/** The mail with the pass of a payment at the counter has its receipt. */
const labelOf = (deed: Deed, payment: Payment): string =>
  deed === 'resend' && hasReceipt(payment) ? 'Send pass again, with receipt' : labels[deed];
