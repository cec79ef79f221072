// The payments of a candidate, the one that counts first.
import { Flex } from '@chakra-ui/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { StatusBadge } from '@/portal/kit/ui/status';
import { Button } from '@/portal/kit/ui/elements';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { dateTime, money } from '@/portal/kit/ui/format';
import { Section } from './Section';
import { usePaymentActions, type Deed } from './usePaymentActions';

export type Payment = AnswerOf<'/api/customers/{customerId}'>['payments'][number];

interface Props {
  customerId: string;
  payments: readonly Payment[];
  name: string;
  reload: () => Promise<unknown>;
}

export function PaymentHistory({ payments, customerId, name, reload }: Props) {
  const actions = usePaymentActions(customerId, name, reload);
  const [busy, setBusy] = useState<string>();

  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (busy !== undefined || !pressed.current) return;
    // A button that is disabled loses the focus, and Mark Paid is gone after its deed.
    if (document.activeElement === document.body) {
      (pressed.current.isConnected ? pressed.current : heading.current)?.focus();
    }
    pressed.current = null;
  }, [busy]);

  const run = async (deed: Deed, orderId: string, button: HTMLButtonElement) => {
    pressed.current = button;
    setBusy(`${deed} ${orderId}`);
    try {
      await actions[deed](orderId);
    } finally {
      setBusy(undefined);
    }
  };

  // Both halves of an id and the words on the buttons stay whole where there is room for them.
  const columns: readonly Column<Payment>[] = [
    {
      header: 'Order ID',
      minWidth: 'min(30vw - 10.5rem, 13.5rem)',
      isTitle: true,
      cell: ({ order_id }) => order_id,
    },
    { header: 'Amount', isWhole: true, cell: ({ order_amount }) => money(order_amount) },
    { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: 'Payment Method',
      isWhole: true,
      cell: ({ payment_method }) => payment_method || 'Website Visit',
    },
    { header: 'Date', isWhole: true, cell: ({ paid_at, created_at }) => dateTime(paid_at ?? created_at) },
    { header: 'Pass e-mail', isWhole: true, cell: mailState },
    {
      header: 'Action',
      minWidth: 'min(25vw - 11rem, 9rem)',
      isAction: true,
      isWhole: true,
      cell: (payment) => (
        <Flex gap="2" wrap="wrap">
          {deedsFor(payment).map((deed) => (
            <Button
              key={deed}
              look={deed === 'markPaid' ? 'primary' : 'quiet'}
              size="small"
              disabled={busy !== undefined}
              aria-busy={busy === `${deed} ${payment.order_id}`}
              onClick={(click) => void run(deed, payment.order_id, click.currentTarget)}
            >
              {labels[deed]}
            </Button>
          ))}
        </Flex>
      ),
    },
  ];

  return (
    <Section title="Payment History" headingRef={heading}>
      {payments.length === 0 ? (
        <p>No payment records found</p>
      ) : (
        <DataTable
          label="Payment History"
          rows={payments}
          columns={columns}
          keyOf={({ order_id }) => order_id}
        />
      )}
    </Section>
  );
}

const labels: Readonly<Record<Deed, string>> = {
  markPaid: 'Mark Paid',
  resend: 'Send pass again',
  askAgain: 'Ask the payment provider again',
};

const spot = 'SPOT PAYMENT';

/** A payment at the counter is marked by hand, and no provider knows of it. One that is paid may have been refunded. */
function deedsFor({ status, payment_method }: Payment): Deed[] {
  const counter = payment_method === spot;
  if (status === 'PAID') return counter ? ['resend'] : ['resend', 'askAgain'];
  if (counter) return status === 'CREATED' ? ['markPaid'] : [];
  return ['askAgain'];
}

function mailState({ mail, mail_sent_at }: Payment): string {
  switch (mail) {
    case 'sent':
      return mail_sent_at ? `Sent ${dateTime(mail_sent_at)}` : 'Sent';
    case 'bounced':
      return 'Came back';
    case 'complaint':
      return 'Reported as spam';
    case 'waiting':
      return 'On its way';
    case 'failed':
      return 'Not delivered';
    case 'none':
      return '—';
  }
}
