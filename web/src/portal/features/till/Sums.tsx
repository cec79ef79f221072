// The sums of a till by mode, with all of them at the end.
import { rupees } from '@/lib/format';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { count } from '@/portal/kit/ui/format';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { Difference } from './Difference';
import { foundBy, sinceClosing, tillModes, type DayTills } from './till';

export type TillSums = Pick<DayTills, 'modes' | Exclude<keyof TillLine, 'mode'>>;
type TillLine = DayTills['modes'][number];

const columns: readonly Column<TillLine>[] = [
  {
    header: 'Mode',
    cell: ({ mode }) => (mode === total ? <strong>All</strong> : paymentModeLabel(mode)),
    isTitle: true,
  },
  { header: 'Payments', cell: ({ entries }) => count(entries), align: 'end' },
  { header: 'Opening', cell: ({ opening }) => rupees(opening), align: 'end', isWhole: true },
  { header: 'Paid', cell: ({ paid }) => rupees(paid), align: 'end', isWhole: true },
  { header: 'Refunded', cell: ({ paid_back }) => rupees(paid_back), align: 'end', isWhole: true },
  { header: 'Expected', cell: ({ expected }) => rupees(expected), align: 'end', isWhole: true },
  {
    header: 'Counted',
    cell: ({ counted }) => (counted === null || counted === undefined ? 'Not yet' : rupees(counted)),
    align: 'end',
    isWhole: true,
  },
  {
    header: 'Difference',
    cell: (line) => <Difference of={foundBy(line)} />,
    align: 'end',
    isWhole: true,
  },
  {
    header: 'Since closing',
    cell: ({ since_closing }) => sinceClosing(since_closing),
    align: 'end',
    isWhole: true,
  },
];

const total = '';

const placeOf = ({ mode }: TillLine) => tillModes.findIndex((known) => known === mode);
const byPlace = (one: TillLine, other: TillLine) => placeOf(one) - placeOf(other);

export function Sums({ label, sums }: { label: string; sums: TillSums }) {
  return (
    <DataTable
      label={label}
      rows={[...sums.modes].sort(byPlace).concat({ ...sums, mode: total })}
      columns={columns}
      keyOf={({ mode }) => mode}
    />
  );
}
