// What the payer's bank says about a candidate's payments.
import { rupees } from '@/lib/format';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Badge } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import type { Dispute, Payment } from './payment';
import { Section } from './Section';

const states: Readonly<Record<Dispute['state'], { text: string; colour: 'green' | 'red' | 'yellow' }>> = {
  open: { text: 'Open', colour: 'yellow' },
  won: { text: 'Won', colour: 'green' },
  lost: { text: 'Lost', colour: 'red' },
};

const columns: readonly Column<Dispute>[] = [
  { header: 'Amount', isWhole: true, isTitle: true, cell: ({ amount }) => rupees(amount) },
  {
    header: 'Status',
    cell: ({ state }) => <Badge colour={states[state].colour}>{states[state].text}</Badge>,
  },
  { header: 'Payment provider’s word', cell: ({ status }) => status },
  { header: 'Dispute ID', cell: ({ dispute_id }) => dispute_id },
  { header: 'Date', isWhole: true, cell: ({ ended_at, at }) => dateTime(ended_at ?? at) },
];

export function Disputes({ payments }: { payments: readonly Payment[] }) {
  const disputes = payments.flatMap((payment) => payment.disputes);
  if (disputes.length === 0) return null;
  return (
    <Section title="Disputes">
      <DataTable label="Disputes" rows={disputes} columns={columns} keyOf={({ dispute_id }) => dispute_id} />
    </Section>
  );
}
