// What can be done about one payment.
import { Flex } from '@chakra-ui/react';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Elements } from '@/lib/elements';
import { useToken } from '@/lib/session';
import { useKept } from '@/portal/kit/forms/useKept';
import { mayAdminister, mayWorkAtCounter } from '@/portal/kit/session/username';
import { Button } from '@/portal/kit/ui/elements';
import { hasReceipt, isAtCounter, type Payment } from './payment';
import { RefundDialog } from './RefundDialog';
import { usePaymentActions, type Deed } from './usePaymentActions';
import { ValidityDialog } from './ValidityDialog';

export interface ActionsProps {
  customerId: string;
  name: string;
  /** The mode that the candidate chose. */
  paymentMode: string;
  payment: Payment;
  /** Takes the focus when the button that had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
  reload: () => Promise<unknown>;
  /** What else can be done. */
  children?: Elements;
}

/** What is asked for in a dialog of its own. */
type Form = 'refund' | 'withdraw' | 'restore';

export function PaymentActions({
  customerId,
  name,
  paymentMode,
  payment,
  heading,
  reload,
  children,
}: ActionsProps) {
  const token = useToken() ?? '';
  const actions = usePaymentActions(customerId, name, reload);
  const [busy, setBusy] = useState<Deed>();
  const pressed = useRef<HTMLButtonElement>(null);
  const orderId = payment.order_id;
  const [{ form }, setForm] = useKept<{ form: Form | '' }>(`payment-${orderId}`, { form: '' });

  useLayoutEffect(() => {
    if (busy !== undefined || form !== '' || !pressed.current) return;
    // A button that is disabled loses the focus, and one that has done its deed may be gone.
    if (document.activeElement === document.body || !pressed.current.isConnected) {
      (pressed.current.isConnected ? pressed.current : heading.current)?.focus();
    }
    pressed.current = null;
  }, [busy, form, heading, payment]);

  const run = async (deed: Deed, button: HTMLButtonElement) => {
    pressed.current = button;
    setBusy(deed);
    try {
      await actions[deed](orderId);
    } finally {
      setBusy(undefined);
    }
  };
  const close = () => {
    setForm({ form: '' });
  };

  return (
    <>
      <Flex gap="2" wrap="wrap">
        {(mayWorkAtCounter(token) ? deedsFor(payment) : []).map((deed) => (
          <Button
            key={deed}
            look={deed === 'markPaid' ? 'primary' : 'quiet'}
            size="small"
            disabled={busy !== undefined}
            aria-busy={busy === deed}
            onClick={(click) => void run(deed, click.currentTarget)}
          >
            {labelOf(deed, payment)}
          </Button>
        ))}
        {children}
        {(mayAdminister(token) ? formsFor(payment) : []).map((which) => (
          <Button
            key={which}
            look={which === 'restore' ? 'quiet' : 'harm'}
            size="small"
            disabled={busy !== undefined}
            onClick={(click) => {
              pressed.current = click.currentTarget;
              setForm({ form: which });
            }}
          >
            {formLabels[which]}
          </Button>
        ))}
      </Flex>
      {form === 'refund' && (
        <RefundDialog
          payment={payment}
          name={name}
          paymentMode={paymentMode}
          reload={reload}
          onClose={close}
        />
      )}
      {(form === 'withdraw' || form === 'restore') && (
        <ValidityDialog
          orderId={orderId}
          name={name}
          validity={form === 'restore' ? 'valid' : 'withdrawn'}
          reload={reload}
          onClose={close}
        />
      )}
    </>
  );
}

const deedLabels: Readonly<Record<Deed, string>> = {
  markPaid: 'Mark Paid',
  resend: 'Send pass again',
  askAgain: 'Ask the payment provider again',
};

/** The mail with the pass of a payment at the counter has its receipt. */
const labelOf = (deed: Deed, payment: Payment): string =>
  deed === 'resend' && hasReceipt(payment) ? 'Send pass again, with receipt' : deedLabels[deed];

const formLabels: Readonly<Record<Form, string>> = {
  refund: 'Refund…',
  withdraw: 'Withdraw pass…',
  restore: 'Give pass back…',
};

/** A payment at the counter is marked by hand, and no provider knows of it. One that is paid may have been refunded. */
function deedsFor(payment: Payment): Deed[] {
  const { status, validity } = payment;
  const atCounter = isAtCounter(payment);
  if (status === 'PAID') {
    return [
      ...(validity === 'withdrawn' ? [] : ['resend' as const]),
      ...(atCounter ? [] : ['askAgain' as const]),
    ];
  }
  if (atCounter) return status === 'CREATED' ? ['markPaid'] : [];
  return ['askAgain'];
}

function formsFor({ status, refundable, validity }: Payment): Form[] {
  if (status !== 'PAID') return [];
  const pass = validity === 'withdrawn' ? 'restore' : 'withdraw';
  return refundable > 0 ? ['refund', pass] : [pass];
}
