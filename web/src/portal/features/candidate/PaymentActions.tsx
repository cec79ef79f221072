// What can be done about one payment.
import { Flex } from '@chakra-ui/react';
import type { RefObject } from 'react';
import type { Elements } from '@/lib/elements';
import { useToken } from '@/lib/session';
import { useKept } from '@/portal/kit/forms/useKept';
import { mayAdminister, mayWorkAtCounter } from '@/portal/kit/session/username';
import { Button } from '@/portal/kit/ui/elements';
import { usePressed } from '@/portal/kit/ui/usePressed';
import { DeedButton } from './DeedButton';
import { isAtCounter, isToBeMarked, type Payment } from './payment';
import { RefundDialog } from './RefundDialog';
import type { Actions, Deed } from './usePaymentActions';
import { ValidityDialog } from './ValidityDialog';

interface Props {
  actions: Actions;
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

export function PaymentActions({ actions, name, paymentMode, payment, heading, reload, children }: Props) {
  const token = useToken() ?? '';
  const orderId = payment.order_id;
  const [{ form }, setForm] = useKept<{ form: Form | '' }>(`payment-${orderId}`, { form: '' });
  const isBusy = actions.busy !== undefined;
  const press = usePressed(isBusy || form !== '', heading);
  const close = () => {
    setForm({ form: '' });
  };

  return (
    <>
      <Flex gap="2" wrap="wrap">
        {(mayWorkAtCounter(token) ? deedsFor(payment) : []).map((deed) => (
          <DeedButton key={deed} deed={deed} payment={payment} actions={actions} press={press} />
        ))}
        {children}
        {(mayAdminister(token) ? formsFor(payment) : []).map((which) => (
          <Button
            key={which}
            look={which === 'restore' ? 'quiet' : 'harm'}
            size="small"
            disabled={isBusy}
            onClick={(click) => {
              press(click.currentTarget);
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
  if (atCounter) return isToBeMarked(payment) ? ['markPaid'] : [];
  return ['askAgain'];
}

function formsFor({ status, refundable, validity }: Payment): Form[] {
  if (status !== 'PAID') return [];
  const pass = validity === 'withdrawn' ? 'restore' : 'withdraw';
  return refundable > 0 ? ['refund', pass] : [pass];
}
