// The newest candidates, each with the way to their page.
import { Box } from '@chakra-ui/react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { StatusBadge } from '@/portal/kit/ui/status';
import { Card, TextLink } from '@/portal/kit/ui/elements';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { dateTime } from '@/portal/kit/ui/format';

type Row = AnswerOf<'/api/admin/dashboard'>['latest'][number];

const columns: readonly Column<Row>[] = [
  {
    header: 'Name',
    isTitle: true,
    cell: ({ customer_id, name }) => (
      <TextLink to={portalPaths.customer(customer_id)} translate="no">
        {name}
      </TextLink>
    ),
  },
  { header: 'Package', cell: ({ packageName }) => packageName },
  { header: 'Date', isWhole: true, cell: ({ created_at }) => dateTime(created_at) },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

export function LatestRegistrations({ rows }: { rows: readonly Row[] }) {
  return (
    <Card aria-labelledby="latest">
      <Box asChild fontSize="l" marginBottom="3">
        <h2 id="latest">Latest registrations</h2>
      </Box>
      {rows.length === 0 ? (
        <p>No registrations yet</p>
      ) : (
        <DataTable
          label="Latest registrations"
          rows={rows}
          columns={columns}
          keyOf={({ customer_id }) => customer_id}
        />
      )}
    </Card>
  );
}
