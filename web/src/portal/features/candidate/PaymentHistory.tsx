// The payments of a candidate, the one that counts first.
import { useRef } from 'react';
import { useToken } from '@/lib/session';
import { rupees } from '@/lib/format';
import { StatusBadge } from '@/portal/kit/ui/status';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { dateTime } from '@/portal/kit/ui/format';
import { usePressed } from '@/portal/kit/ui/usePressed';
import { DeedButton } from './DeedButton';
import { isToBeMarked, mainPayment, type Payment } from './payment';
import { PaymentActions } from './PaymentActions';
import { Section } from './Section';
import type { Actions } from './usePaymentActions';

interface Props {
  actions: Actions;
  payments: readonly Payment[];
  name: string;
  paymentMode: string;
  reload: () => Promise<unknown>;
}

export function PaymentHistory({ actions, payments, name, paymentMode, reload }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const press = usePressed(actions.busy !== undefined, heading);
  const main = mainPayment(payments);
  const mayAct = mayWorkAtCounter(useToken() ?? '');
  const hasActions = mayAct && payments.some((payment) => payment !== main || isToBeMarked(payment));

  // Both halves of an id and the words on the buttons stay whole where there is room for them.
  const columns: readonly Column<Payment>[] = [
    {
      header: 'Order ID',
      minWidth: 'min(30vw - 10.5rem, 13.5rem)',
      isTitle: true,
      cell: ({ order_id }) => order_id,
    },
    { header: 'Amount', isWhole: true, minWidth: '5rem', cell: ({ order_amount }) => rupees(order_amount) },
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
      // What else can be done about the payment that counts is at the top of the page.
      cell: (payment) =>
        payment === main ? (
          isToBeMarked(payment) && (
            <DeedButton deed="markPaid" payment={payment} actions={actions} press={press} />
          )
        ) : (
          <PaymentActions
            actions={actions}
            name={name}
            paymentMode={paymentMode}
            payment={payment}
            heading={heading}
            reload={reload}
          />
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
          columns={hasActions ? columns : columns.filter(({ isAction }) => !isAction)}
          keyOf={({ order_id }) => order_id}
        />
      )}
    </Section>
  );
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
