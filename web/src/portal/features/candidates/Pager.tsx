// Where in the list one is, how much of it a page has, and the ways to the pages before and after.
import { Box, chakra, Flex } from '@chakra-ui/react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { Button, Select } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import type { Place } from './filters';
import { readRowCount, rowCounts, usualRows, type RowCount } from './rowCount';

interface Props {
  pagination: AnswerOf<'/api/customers'>['pagination'];
  /** Rows on this page. */
  shown: number;
  isBusy: boolean;
  rows: RowCount;
  onRows: (rows: RowCount) => void;
  onMove: (to: Place) => void;
}

export function Pager({ pagination, shown, isBusy, rows, onRows, onMove }: Props) {
  const { page, limit, filtered, next, previous, before, cut } = pagination;
  const passed = before ?? (page - 1) * limit;
  const first = shown === 0 ? 0 : passed + 1;
  const last = shown === 0 ? 0 : first + shown - 1;
  // Where the server counts what it finds, it knows whether there is more by having a place to go on from.
  const isLastPage = before === undefined ? shown === 0 || last >= filtered : !next;
  return (
    <Flex justify="space-between" align="center" gap="3" wrap="wrap" marginTop="4">
      <Box asChild fontSize="s" color="ink-soft">
        <p role="status">{`Showing ${count(first)} to ${count(last)} of ${count(filtered)}${cut ? ' or more' : ''} customers`}</p>
      </Box>
      {/* Nothing to choose where the shortest page has all. */}
      {filtered > usualRows && (
        <RowsLabel>
          <span>Rows per page</span>
          <Select
            width="auto"
            value={rows}
            onChange={(change) => {
              onRows(readRowCount(change.target.value) ?? usualRows);
            }}
          >
            {rowCounts.map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </Select>
        </RowsLabel>
      )}
      <Flex wrap="wrap" gap="2">
        <Button
          look="quiet"
          disabled={isBusy || page <= 1}
          onClick={() => {
            // The first page starts at the newest entry, also after further registrations. Where the server counts what it
            // finds, only the page itself shows whether it is the first.
            const cursor = page > 2 || before !== undefined ? (previous ?? undefined) : undefined;
            onMove({ page: Math.max(page - 1, cursor ? 2 : 1), cursor, rows });
          }}
        >
          Previous
        </Button>
        <Button
          look="quiet"
          disabled={isBusy || isLastPage}
          onClick={() => {
            onMove({ page: page + 1, cursor: next ?? undefined, rows });
          }}
        >
          Next
        </Button>
      </Flex>
    </Flex>
  );
}

const RowsLabel = chakra('label', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    marginInlineStart: { md: 'auto' },
    fontSize: 's',
    color: 'ink-soft',
  },
});
