// Every status, with how many candidates have each where the other filters admit them.
import { Flex } from '@chakra-ui/react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { Chip } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { listedStatuses, statusLabel, statuses } from '@/portal/kit/ui/status';
import { everything } from './filters';

interface Props {
  /** Not known before the first answer, nor for the beginning of an address. */
  statuses: AnswerOf<'/api/customers'>['statuses'];
  chosen: string;
  onChoose: (status: string) => void;
}

const shown = [...listedStatuses, everything];
/** Each candidate has one of these, and some are counted once more under what was reversed. */
const isOfAll = (status: string) => statuses.some((one) => one === status);

export function StatusChips({ statuses: counts, chosen, onChoose }: Props) {
  const number = (status: string) =>
    counts
      ?.filter((line) => (status === everything ? isOfAll(line.status) : line.status === status))
      .reduce((sum, line) => sum + line.count, 0);
  return (
    // On a phone one line, which a finger pushes along.
    <Flex
      role="group"
      aria-label="By status"
      gap={{ base: '2', lg: '1' }}
      wrap={{ lg: 'wrap' }}
      marginBottom="3"
      marginInline={{ base: '-4', lg: '0' }}
      paddingInline={{ base: '4', lg: '0' }}
      paddingBlock="1"
      overflowX="auto"
      // With large text they would be seen one at a time.
      css={{ '@media (max-width: 20rem)': { flexWrap: 'wrap' } }}
    >
      {shown.map((status) => (
        <Chip
          key={status}
          type="button"
          aria-pressed={status === chosen}
          onClick={() => {
            onChoose(status);
          }}
        >
          <span>{status === everything ? 'All' : statusLabel(status)}</span>
          <Number number={number(status)} />
        </Chip>
      ))}
    </Flex>
  );
}

function Number({ number }: { number: number | undefined }) {
  return number !== undefined && <span data-count>{count(number)}</span>;
}
