// Money of a candidate's payments that went back, or is on its way.
import { rupees } from '@/lib/format';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Badge } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import type { Payment } from './payment';
import { Section } from './Section';

type Refund = Payment['refunds'][number];

const states: Readonly<Record<string, { text: string; colour: 'green' | 'red' | 'yellow' }>> = {
  REQUESTED: { text: 'Asked for', colour: 'yellow' },
  PENDING: { text: 'On its way', colour: 'yellow' },
  SUCCESS: { text: 'Refunded', colour: 'green' },
  FAILED: { text: 'Failed', colour: 'red' },
};

const columns: readonly Column<Refund>[] = [
  { header: 'Amount', isWhole: true, isTitle: true, cell: ({ amount }) => rupees(amount) },
  {
    header: 'Status',
    cell: ({ status }) => (
      <Badge colour={states[status]?.colour ?? 'yellow'}>{states[status]?.text ?? status}</Badge>
    ),
  },
  { header: 'Method', cell: ({ mode }) => (mode ? paymentModeLabel(mode) : 'Payment provider') },
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'By', cell: ({ by }) => by ?? 'Payment provider' },
  { header: 'Date', isWhole: true, cell: ({ ended_at, at }) => dateTime(ended_at ?? at) },
];

export function Refunds({ payments }: { payments: readonly Payment[] }) {
  const refunds = payments.flatMap((payment) => payment.refunds);
  if (refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      <DataTable label="Refunds" rows={refunds} columns={columns} keyOf={({ refund_id }) => refund_id} />
    </Section>
  );
}
