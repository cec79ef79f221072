// One page of candidates.
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Verbatim } from '@/components/Verbatim';
import type { AnswerOf } from '@/portal/kit/api/data';
import { useFromList } from '@/portal/kit/navigation/listAddress';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { paymentModeLabel, StatusBadge } from '@/portal/kit/ui/status';
import { Badge, TextLink } from '@/portal/kit/ui/elements';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { dateTime } from '@/portal/kit/ui/format';
import { Grouped } from '@/portal/kit/ui/Grouped';
import { LongEmail, LongText } from '@/portal/kit/ui/LongText';

type Row = AnswerOf<'/api/customers'>['data'][number];

const columns: readonly Column<Row>[] = [
  {
    header: 'ID',
    isWhole: true,
    cell: ({ customer_id }) => (
      <CandidateLink id={customer_id} label={customer_id}>
        <Grouped text={customer_id} by={4} />
      </CandidateLink>
    ),
  },
  {
    header: 'Full Name',
    isWhole: true,
    minWidth: '6rem',
    isTitle: true,
    cell: ({ name }) => (
      <Verbatim>
        <LongText text={name} />
      </Verbatim>
    ),
  },
  { header: 'Email', minWidth: '8rem', cell: ({ email }) => <LongEmail email={email} /> },
  { header: 'Phone', isWhole: true, cell: ({ phone }) => <Grouped text={phone} by={5} /> },
  {
    header: 'Course',
    isWhole: true,
    // A long one has two lines, as the address and the date beside it.
    minWidth: '7.5rem',
    cell: (row) => <LongText text={courseOf(row)} />,
    inCard: courseOf,
  },
  { header: 'Date', isWhole: true, cell: ({ created_at }) => dateTime(created_at) },
  { header: 'Payment Mode', cell: ({ payment_mode }) => paymentModeLabel(payment_mode) },
  { header: 'Status', isAside: true, cell: (row) => <Standing row={row} /> },
  {
    header: 'Action',
    isAction: true,
    cell: ({ customer_id, name }) => (
      <CandidateLink id={customer_id} label={`View ${name}`}>
        View
      </CandidateLink>
    ),
  },
];

/** A payment that is paid may have a pass that is not accepted any more. */
function Standing({ row: { status, validity } }: { row: Row }) {
  if (validity === 'withdrawn') return <Badge colour="grey">WITHDRAWN</Badge>;
  return <StatusBadge status={status} />;
}

/** Takes along where in the list one is. */
function CandidateLink({ id, label, children }: { id: string; label?: string; children: ReactNode }) {
  return (
    <TextLink isAlone to={portalPaths.customer(id)} state={useFromList()} aria-label={label}>
      {children}
    </TextLink>
  );
}

function courseOf({ examName, type, packageName }: Row): string {
  if (type === 'allColleges') return 'All courses';
  return examName || packageName;
}

interface Props {
  rows: readonly Row[];
  isStale: boolean;
  picked: ReadonlySet<string>;
  /** Absent for who does nothing to many. */
  onPick: ((id: string, isPicked: boolean) => void) | undefined;
}

export function CandidateTable({ rows, isStale, picked, onPick }: Props) {
  const pickColumn: Column<Row> = {
    header: 'Pick',
    cell: ({ customer_id, name }) => (
      <PickBox
        type="checkbox"
        aria-label={`Pick ${name}`}
        checked={picked.has(customer_id)}
        onChange={(change) => onPick?.(customer_id, change.target.checked)}
      />
    ),
  };
  return (
    <DataTable
      label="Customers"
      rows={rows}
      columns={onPick ? [pickColumn, ...columns] : columns}
      keyOf={({ customer_id }) => customer_id}
      isStale={isStale}
    />
  );
}

const PickBox = chakra('input', {
  base: { width: '1.5rem', height: '1.5rem', margin: '0', accentColor: 'var(--primary)', cursor: 'pointer' },
});
