// The statuses that are asked for all day, with how many candidates have each.
import { Flex } from '@chakra-ui/react';
import { useAnswer } from '@/portal/kit/api/data';
import { Chip } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { statusLabel } from '@/portal/kit/ui/status';
import { everything } from './filters';

interface Props {
  chosen: string;
  /** Other filters and searches have other numbers, which nobody has counted. */
  isCounted: boolean;
  onChoose: (status: string) => void;
}

/** The rare ones are in the filter beside the others. */
const shown = ['PAID', 'CREATED', 'ACTIVE', 'FAILED', everything] as const;

const request = {};

export function StatusChips({ chosen, isCounted, onChoose }: Props) {
  // Not for every role: without it the buttons are words alone.
  const { data } = useAnswer('/api/admin/dashboard', isCounted ? request : undefined);
  const number = (status: (typeof shown)[number]) =>
    isCounted ? (status === everything ? data?.candidates : data?.counts[status]) : undefined;
  return (
    // One line, which a finger pushes along on a phone.
    <Flex
      role="group"
      aria-label="By status"
      gap="2"
      marginBottom="3"
      marginInline={{ base: '-4', lg: '0' }}
      paddingInline={{ base: '4', lg: '0' }}
      paddingBlock="1"
      overflowX="auto"
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
          {status === everything ? 'All' : statusLabel(status)}
          <Number number={number(status)} />
        </Chip>
      ))}
    </Flex>
  );
}

function Number({ number }: { number: number | undefined }) {
  return number !== undefined && <span data-count>{count(number)}</span>;
}
