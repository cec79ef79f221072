// At the top of a candidate's page: who, how they stand, what for, and what can be done.
import { Box, chakra, Flex } from '@chakra-ui/react';
import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import SquarePen from 'lucide-react/icons/square-pen';
import { useRef } from 'react';
import { useToken } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { receiptNumber } from '@/portal/kit/receipt/number';
import type { Receipt } from '@/portal/kit/receipt/ReceiptPaper';
import { mayAdminister } from '@/portal/kit/session/username';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { CorrectionDialog } from './CorrectionDialog';
import { ExamHours } from './ExamHours';
import { hasReceipt, mainPayment, openDisputes, sumOf, surplusOf } from './payment';
import { PaidTwice } from './PaidTwice';
import { PaymentActions } from './PaymentActions';
import { PrintReceipt } from './PrintReceipt';
import type { Actions } from './usePaymentActions';
import { verdictOn } from './verdict';

type File = AnswerOf<'/api/customers/{customerId}'>;

interface Props {
  actions: Actions;
  file: File;
  /** The file as it is now. */
  readNow: () => Promise<File>;
  reload: () => Promise<unknown>;
}

export function VerdictCard({ actions, file, readNow, reload }: Props) {
  const { customer, payments, paid_twice = [] } = file;
  const heading = useRef<HTMLHeadingElement>(null);
  const payment = mainPayment(payments);
  const surplus = surplusOf(payments).length;
  const disputed = payments.some((one) => openDisputes(one).length > 0);
  const { tone, text, more } = verdictOn(payment);
  const { name, customer_id, packageName, examName, collegeName, course_category, payment_mode } = customer;
  const [{ isEditing }, setEditing] = useKept(`correcting-${customer_id}`, { isEditing: false });
  const what = (examName ? [examName, collegeName] : [packageName]).filter(Boolean).join(', ');
  const Sign = signs[tone];
  const edit = mayAdminister(useToken() ?? '') && (
    <Button
      look="quiet"
      size="small"
      onClick={() => {
        setEditing({ isEditing: true });
      }}
    >
      <SquarePen size={16} aria-hidden="true" />
      Edit…
    </Button>
  );
  return (
    <Card aria-labelledby="verdict-name" minWidth="0">
      <Flex wrap="wrap" columnGap="6" rowGap="3" justify="space-between" align="flex-start">
        <Box flex="1 1 20rem" minWidth="0">
          <Box asChild fontSize="2xl" overflowWrap="anywhere">
            <h2 id="verdict-name" ref={heading} tabIndex={-1} translate="no">
              {name}
            </h2>
          </Box>
          <Box marginTop="1" color="ink-soft">
            <div>{what}</div>
            <ExamHours course={course_category} />
          </Box>
        </Box>
        <Box flex={{ base: '1 1 100%', md: 'none' }} order={{ base: '-1', md: '0' }} maxWidth="full">
          <Stamp tone={tone}>
            <Sign size={24} aria-hidden="true" />
            <span>{text}</span>
          </Stamp>
          {more.map((line) => (
            <Box key={line} fontSize="s" color="ink-soft" marginTop="1" maxWidth="24rem">
              {line}
            </Box>
          ))}
        </Box>
      </Flex>
      {surplus > 0 && (
        <Notice tone="warning" marginTop="3">
          {surplus === 1
            ? 'Paid twice: the other payment is under Payment History, and can be refunded there.'
            : `Paid ${String(surplus + 1)} times: the others are under Payment History, and can be refunded there.`}
        </Notice>
      )}
      {paid_twice.length > 0 && <PaidTwice others={paid_twice} name={name} />}
      {disputed && (
        <Notice tone="warning" marginTop="3">
          The payer’s bank disputes this payment and has not decided yet. Answer the dispute in the payment
          provider’s dashboard. Do not refund the payment meanwhile: if the dispute is lost, the bank takes
          the money as well.
        </Notice>
      )}
      <Box marginTop="4">
        {payment ? (
          <PaymentActions
            // A dialog about one payment is not carried on to the next.
            key={payment.order_id}
            actions={actions}
            name={name}
            paymentMode={payment_mode}
            payment={payment}
            heading={heading}
            reload={reload}
          >
            {edit}
            {hasReceipt(payment) && <PrintReceipt read={async () => receiptOf(await readNow())} />}
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
            setEditing({ isEditing: false });
          }}
        />
      )}
    </Card>
  );
}

function receiptOf({ customer, payments }: File): Receipt | undefined {
  const { customer_id, name, packageName, collegeName, examName, payment_mode } = customer;
  const payment = mainPayment(payments);
  if (!payment || !hasReceipt(payment)) return undefined;
  return {
    number: receiptNumber(customer_id),
    name,
    what: [packageName, collegeName, examName].filter(Boolean).join(', '),
    amount: payment.order_amount,
    mode: payment_mode,
    at: payment.paid_at ?? payment.created_at,
    paidBack: sumOf(payment, 'SUCCESS'),
  };
}

const signs = { green: CircleCheck, red: Ban, yellow: Clock } as const;

/** To be read from the other side of a counter. */
const Stamp = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    paddingInline: '4',
    paddingBlock: '3',
    borderRadius: 's',
    fontSize: 'xl',
    fontWeight: '700',
    lineHeight: '1.2',
    '& svg': { flex: 'none' },
  },
  variants: {
    tone: {
      green: { background: 'primary-tint', color: 'primary' },
      red: { background: 'error-tint', color: 'error' },
      yellow: { background: 'marigold-tint', color: 'warn' },
    },
  },
});
