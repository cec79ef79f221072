// What was paid by each mode, and what of it went back or was lost.
import { Box } from '@chakra-ui/react';
import { rupees } from '@/lib/format';
import type { AnswerOf } from '@/portal/kit/api/data';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Card } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { paymentModeLabel } from '@/portal/kit/ui/status';

type Modes = AnswerOf<'/api/admin/dashboard'>['modes'];
type Row = Omit<Modes[number], 'mode'> & { name: string };

const amount = (header: string, of: (row: Row) => number): Column<Row> => ({
  header,
  align: 'end',
  isWhole: true,
  cell: (row) => rupees(of(row)),
});

const columns: readonly Column<Row>[] = [
  { header: 'Mode', isTitle: true, cell: ({ name }) => name },
  { header: 'Have paid', align: 'end', cell: ({ paid }) => count(paid) },
  amount('Taken', ({ taken }) => taken),
  amount('Given back', ({ given_back }) => given_back),
  amount('Lost in disputes', ({ lost }) => lost),
  amount('Net', ({ taken, given_back, lost }) => sum(taken, -given_back, -lost)),
];

export function ByMode({ modes }: { modes: Modes }) {
  const used = modes.filter(({ taken, paid, given_back, lost }) => taken || paid || given_back || lost);
  const shown = used.length > 0 ? used : modes;
  const of = (member: 'taken' | 'paid' | 'given_back' | 'lost') => sum(...shown.map((mode) => mode[member]));
  if (shown.length === 0) return null;
  const rows: Row[] = [
    ...shown.map(({ mode, ...figures }) => ({ ...figures, name: paymentModeLabel(mode) })),
    { name: 'Total', taken: of('taken'), paid: of('paid'), given_back: of('given_back'), lost: of('lost') },
  ];
  return (
    <Card aria-labelledby="by-mode">
      <Box asChild fontSize="l" marginBottom="3">
        <h2 id="by-mode">By mode</h2>
      </Box>
      <DataTable label="By mode" rows={rows} columns={columns} keyOf={({ name }) => name} />
    </Card>
  );
}

/** Added in paise, where nothing is rounded. */
const sum = (...amounts: readonly number[]): number =>
  amounts.reduce((paise, one) => paise + Math.round(one * 100), 0) / 100;
