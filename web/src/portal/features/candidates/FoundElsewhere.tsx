// What a search found that the status filter hides, and that it found more than it looked at.
import { Flex } from '@chakra-ui/react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { Button, Notice } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { statusLabel } from '@/portal/kit/ui/status';

interface Props {
  found: NonNullable<AnswerOf<'/api/customers'>['search']>;
  onShow: (status: string) => void;
}

export function FoundElsewhere({ found: { cut, elsewhere }, onShow }: Props) {
  if (!cut && elsewhere.length === 0) return null;
  return (
    <Notice marginBottom="4" role="status">
      {cut && <p>More than 100 match. Type more to see the right ones.</p>}
      <Flex gap="4" wrap="wrap">
        {elsewhere.map(({ status, count: number }) => (
          <span key={status}>
            <span>
              {`${count(number)} ${number === 1 ? 'match' : 'matches'} with status ${statusLabel(status)}: `}
            </span>
            <Button
              look="plain"
              aria-label={`show status ${statusLabel(status)}`}
              onClick={() => {
                onShow(status);
              }}
            >
              show
            </Button>
          </span>
        ))}
      </Flex>
    </Notice>
  );
}
