// Everybody's tills of a day, for those who see them.
import { Flex } from '@chakra-ui/react';
import { rupees } from '@/lib/format';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Button } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { Difference } from './Difference';
import { Sums } from './Sums';
import { foundBy, sinceClosing, type DayTills, type Till } from './till';

interface Props {
  data: DayTills;
  open: (clerk: string) => void;
}

export function AllTills({ data, open }: Props) {
  const columns: readonly Column<Till>[] = [
    { header: 'Clerk', cell: ({ clerk }) => clerk, isTitle: true, isWhole: true },
    { header: 'Payments', cell: ({ entries }) => count(entries), align: 'end' },
    { header: 'Expected', cell: ({ expected }) => rupees(expected), align: 'end', isWhole: true },
    {
      header: 'Counted',
      cell: ({ counted }) => (counted === null || counted === undefined ? 'Not yet' : rupees(counted)),
      align: 'end',
      isWhole: true,
    },
    {
      header: 'Difference',
      cell: (till) => <Difference of={foundBy(till)} />,
      align: 'end',
      isWhole: true,
    },
    {
      header: 'Since closing',
      cell: ({ since_closing }) => sinceClosing(since_closing),
      align: 'end',
      isWhole: true,
    },
    {
      header: 'Action',
      cell: ({ clerk }) => (
        <Button
          look="quiet"
          size="small"
          aria-label={`See till of ${clerk}`}
          onClick={() => {
            open(clerk);
          }}
        >
          See till
        </Button>
      ),
      isAction: true,
    },
  ];
  return (
    <Flex direction="column" gap="5">
      <Sums label="All tills" sums={data} />
      <DataTable label="Tills" rows={data.tills} columns={columns} keyOf={({ clerk }) => clerk} />
    </Flex>
  );
}
