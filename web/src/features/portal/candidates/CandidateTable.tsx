// One page of candidates.
import type { AnswerOf } from '../data';
import { portalPaths } from '../paths';
import { paymentModeLabel } from '../status';
import { TextLink } from '../ui/elements';
import { DataTable, type Column } from '../ui/DataTable';
import { dateTime } from '../ui/format';

type Row = AnswerOf<'/api/customers'>['data'][number];

const columns: readonly Column<Row>[] = [
  {
    header: 'ID',
    isWhole: true,
    cell: ({ customer_id }) => <TextLink to={portalPaths.customer(customer_id)}>{customer_id}</TextLink>,
  },
  { header: 'Full Name', isWhole: true, isTitle: true, cell: ({ name }) => name },
  { header: 'Email', minWidth: '13rem', cell: ({ email }) => email },
  { header: 'Phone', isWhole: true, cell: ({ phone }) => phone },
  { header: 'Course', isWhole: true, cell: courseOf },
  { header: 'Date', isWhole: true, cell: ({ created_at }) => dateTime(created_at) },
  { header: 'Payment Mode', cell: ({ payment_mode }) => paymentModeLabel(payment_mode) },
  {
    header: 'Action',
    isAction: true,
    cell: ({ customer_id, name }) => (
      <TextLink to={portalPaths.customer(customer_id)} aria-label={`View ${name}`}>
        View
      </TextLink>
    ),
  },
];

function courseOf({ examName, type, packageName }: Row): string {
  if (type === 'allColleges') return 'All courses';
  return examName || packageName;
}

export function CandidateTable({ rows, isStale }: { rows: readonly Row[]; isStale: boolean }) {
  return (
    <DataTable
      label="Customers"
      rows={rows}
      columns={columns}
      keyOf={({ customer_id }) => customer_id}
      isStale={isStale}
    />
  );
}
