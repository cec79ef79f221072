// One clerk's till: its sums, closing it, what was counted before, and each payment.
import { Box, Flex } from '@chakra-ui/react';
import { useToken } from '@/lib/session';
import { rupees } from '@/lib/format';
import { useKept } from '@/portal/kit/forms/useKept';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Button, Card, Notice, TextLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { CloseTill } from './CloseTill';
import { Difference, foundIn } from './Difference';
import { Sums } from './Sums';
import type { Till } from './till';

type Payment = NonNullable<Till['payments']>[number];

interface Props {
  day: string;
  till: Till;
  readAgain: () => Promise<unknown>;
}

const payments: readonly Column<Payment>[] = [
  {
    header: 'Receipt',
    cell: ({ receipt_no, customer_id }) => (
      <TextLink to={portalPaths.customer(customer_id)}>{receipt_no}</TextLink>
    ),
    isTitle: true,
    isWhole: true,
  },
  { header: 'Time', cell: ({ at }) => dateTime(at), isWhole: true },
  { header: 'What', cell: ({ kind }) => (kind === 'paid_back' ? 'Refunded' : 'Paid') },
  { header: 'Mode', cell: ({ mode }) => paymentModeLabel(mode) },
  { header: 'Amount', cell: ({ amount }) => rupees(amount), align: 'end', isWhole: true },
];

export function OneTill({ day, till, readAgain }: Props) {
  const mayClose = mayWorkAtCounter(useToken() ?? '');
  const which = `till-${till.clerk}-${day}`;
  const [{ isCorrecting }, change] = useKept(`${which}-correcting`, { isCorrecting: false });
  const last = till.closings.at(-1);
  return (
    <Flex direction="column" gap="5">
      <Sums label={`Till of ${till.clerk}`} sums={till} />
      {till.since_closing !== 0 && (
        <Notice tone="warning">
          {`${rupees(Math.abs(till.since_closing))} ${till.since_closing > 0 ? 'came in' : 'went out'} since the till was closed, and has not been counted. Count again, and correct the closing.`}
        </Notice>
      )}
      {last && <Closings till={till} />}
      {mayClose && last && !isCorrecting && (
        <Box>
          <Button
            look="quiet"
            onClick={() => {
              change({ isCorrecting: true });
            }}
          >
            Correct the count
          </Button>
        </Box>
      )}
      {mayClose && (!last || isCorrecting) && (
        <CloseTill name={which} day={day} till={till} readAgain={readAgain} />
      )}
      <Box asChild fontSize="l">
        <h2>Payments</h2>
      </Box>
      {till.payments?.length ? (
        <DataTable
          label="Payments"
          rows={till.payments}
          columns={payments}
          keyOf={({ at, receipt_no, kind }) => `${at} ${receipt_no} ${kind}`}
        />
      ) : (
        <p>No payment yet.</p>
      )}
    </Flex>
  );
}

function Closings({ till }: { till: Till }) {
  return (
    <Card aria-label="Closings">
      <Flex asChild direction="column" gap="2">
        <ol>
          {[...till.closings].reverse().map(({ number, closed_at, closed_by, counts }) => (
            <li key={number}>
              <span>
                {`${number === 1 ? 'Closed' : `Corrected (${String(number)})`} ${dateTime(closed_at)} by ${closed_by}: `}
              </span>
              <Difference of={foundIn(counts.map(({ difference }) => difference))} />
            </li>
          ))}
        </ol>
      </Flex>
    </Card>
  );
}
