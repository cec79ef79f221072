// What a payment at the counter leaves: its receipt on the screen, and on paper.
import { Box, Flex } from '@chakra-ui/react';
import { createPortal } from 'react-dom';
import { event } from '@/content/event';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dateTime, money } from '@/portal/kit/ui/format';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { Button, Notice, TextLink } from '@/portal/kit/ui/elements';
import styles from './Receipt.module.css';

export interface Receipt {
  number: string;
  customerId: string;
  name: string;
  /** What was bought. */
  what: string;
  amount: number;
  mode: string;
  /** When the money was taken. */
  at: string;
}

/** Where it stands, nothing covers the form: it is a band above it that goes with the next one. */
export function ReceiptNotice({ receipt }: { receipt: Receipt }) {
  const { number, customerId, name, amount, mode } = receipt;
  return (
    <Box marginBottom="4" maxWidth="48rem">
      <Notice>
        <p role="status">
          <strong>{name}</strong> has paid {money(amount)} ({paymentModeLabel(mode)}). Receipt{' '}
          <Box as="strong" whiteSpace="nowrap">
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
            Print receipt
          </Button>
          <TextLink to={portalPaths.customer(customerId)}>See candidate</TextLink>
        </Flex>
      </Notice>
      {createPortal(<Paper receipt={receipt} />, document.body)}
    </Box>
  );
}

function Paper({ receipt }: { receipt: Receipt }) {
  const { number, name, what, amount, mode, at } = receipt;
  const lines = [
    ['Receipt no.', number],
    ['Received from', name],
    ['For', what],
    ['Amount', money(amount)],
    ['Paid by', paymentModeLabel(mode)],
    ['Date', dateTime(at)],
  ];
  return (
    // A screen reader has it in the notice already.
    <section id="receipt" className={styles.paper} aria-hidden="true">
      <h1>{event.name}</h1>
      <p>Receipt</p>
      <dl>
        {lines.map(([term, text]) => (
          <Line key={term} term={term} text={text} />
        ))}
      </dl>
      <p>
        {event.dates}, {event.venue}
      </p>
      <p>{event.contact.email}</p>
    </section>
  );
}

function Line({ term, text }: { term: string | undefined; text: string | undefined }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </>
  );
}
