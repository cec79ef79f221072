// At the top of a candidate's page: who, how they stand, what for, and what can be done.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { Button, Card } from '@/portal/kit/ui/elements';
import { CorrectionDialog } from './CorrectionDialog';
import { mainPayment } from './payment';
import { PaymentActions } from './PaymentActions';
import { verdictOn } from './verdict';

interface Props {
  file: AnswerOf<'/api/customers/{customerId}'>;
  reload: () => Promise<unknown>;
}

export function VerdictCard({ file, reload }: Props) {
  const { customer, payments } = file;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isEditing, setEditing] = useState(false);
  const payment = mainPayment(payments);
  const { tone, text, more } = verdictOn(payment);
  const { name, customer_id, packageName, examName, collegeName } = customer;
  const what = examName ? [examName, collegeName] : [packageName];
  const edit = (
    <Button
      look="quiet"
      size="small"
      onClick={() => {
        setEditing(true);
      }}
    >
      Edit…
    </Button>
  );
  return (
    <Card aria-labelledby="verdict-name" minWidth="0">
      <Flex wrap="wrap" gap="4" justify="space-between" align="flex-start">
        <Box minWidth="0">
          <Box asChild fontSize="xl" overflowWrap="anywhere">
            <h2 id="verdict-name" ref={heading} tabIndex={-1}>
              {name}
            </h2>
          </Box>
          <Box color="ink-soft">{what.filter(Boolean).join(', ')}</Box>
        </Box>
        <Box>
          <Stamp tone={tone}>{text}</Stamp>
          {more.map((line) => (
            <Box key={line} fontSize="s" color="ink-soft" marginTop="1">
              {line}
            </Box>
          ))}
        </Box>
      </Flex>
      <Box marginTop="4">
        {payment ? (
          <PaymentActions
            customerId={customer_id}
            name={name}
            payment={payment}
            heading={heading}
            reload={reload}
          >
            {edit}
          </PaymentActions>
        ) : (
          edit
        )}
      </Box>
      {isEditing && (
        <CorrectionDialog
          file={file}
          reload={reload}
          onClose={() => {
            setEditing(false);
          }}
        />
      )}
    </Card>
  );
}

const Stamp = chakra('p', {
  base: {
    display: 'inline-block',
    paddingInline: '3',
    paddingBlock: '2',
    borderRadius: 's',
    fontSize: 'l',
    fontWeight: '700',
    lineHeight: '1.2',
  },
  variants: {
    tone: {
      green: { background: 'primary-tint', color: 'primary' },
      red: { background: 'error-tint', color: 'error' },
      yellow: { background: 'marigold-tint', color: 'ink' },
    },
  },
});
