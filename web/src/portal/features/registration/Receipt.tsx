// What a payment at the counter leaves: its receipt on the screen, and on paper.
import { Box, chakra, Flex } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { rupees } from '@/lib/format';
import { useToken } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { ReceiptPaper, type Receipt } from '@/portal/kit/receipt/ReceiptPaper';
import { Button, Notice, TextLink } from '@/portal/kit/ui/elements';
import { paymentModeLabel } from '@/portal/kit/ui/status';

/** With whose it is. */
export interface CounterReceipt extends Receipt {
  customerId: string;
  /** They have bought every exam, and choose which to sit. */
  isForAll: boolean;
}

interface Props {
  receipt: CounterReceipt;
  /** Something is wrong with the next person's registration: nothing green is above that. */
  isNextWrong: boolean;
}

/** Where it stands, nothing covers the form: it is a band above it that goes with the next one. */
export function ReceiptNotice({ receipt, isNextWrong }: Props) {
  const { number, customerId, isForAll, name, amount, mode } = receipt;
  const mayChoose = mayWorkAtCounter(useToken() ?? '');
  return (
    <Box marginBottom="4" maxWidth="48rem">
      <Notice tone={isNextWrong ? 'info' : 'success'}>
        {isNextWrong && <Before>The person before</Before>}
        <p role="status">
          <strong translate="no">{name}</strong>{' '}
          <span>{`has paid ${rupees(amount)} (${paymentModeLabel(mode)}).`}</span> Receipt{' '}
          <Box as="strong" whiteSpace="nowrap" translate="no">
            {number}
          </Box>
          . The pass is on its way by mail, with the receipt.
        </p>
        <Flex gap="4" wrap="wrap" align="center" marginTop="2">
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              window.print();
            }}
          >
            <Printer size={16} aria-hidden="true" />
            Print receipt
          </Button>
          <TextLink to={portalPaths.customer(customerId)}>See candidate</TextLink>
          {isForAll && mayChoose && (
            <TextLink to={`${portalPaths.customer(customerId)}#exams`}>Choose the exams</TextLink>
          )}
          {isForAll && !mayChoose && <span>The exams are chosen on the pass.</span>}
        </Flex>
      </Notice>
      <ReceiptPaper receipt={receipt} />
    </Box>
  );
}

const Before = chakra('p', { base: { fontWeight: '600', color: 'ink-soft' } });
