// Where in the list one is, and the ways to the pages before and after.
import { Box, Flex } from '@chakra-ui/react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { Button } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import type { Place } from './filters';

interface Props {
  pagination: AnswerOf<'/api/customers'>['pagination'];
  /** Rows on this page. */
  shown: number;
  isBusy: boolean;
  onMove: (to: Place) => void;
}

export function Pager({ pagination, shown, isBusy, onMove }: Props) {
  const { page, limit, filtered, next, previous } = pagination;
  const first = shown === 0 ? 0 : (page - 1) * limit + 1;
  const last = shown === 0 ? 0 : first + shown - 1;
  const isLastPage = shown === 0 || last >= filtered;
  return (
    <Flex justify="space-between" align="center" gap="3" wrap="wrap" marginTop="4">
      <Box asChild fontSize="s" color="ink-soft">
        <p role="status">{`Showing ${count(first)} to ${count(last)} of ${count(filtered)} customers`}</p>
      </Box>
      <Flex wrap="wrap" gap="2">
        <Button
          look="quiet"
          disabled={isBusy || page <= 1}
          onClick={() => {
            // The first page starts at the newest entry, also after further registrations.
            onMove({ page: page - 1, cursor: page > 2 ? (previous ?? undefined) : undefined });
          }}
        >
          Previous
        </Button>
        <Button
          look="quiet"
          disabled={isBusy || isLastPage}
          onClick={() => {
            onMove({ page: page + 1, cursor: next ?? undefined });
          }}
        >
          Next
        </Button>
      </Flex>
    </Flex>
  );
}
