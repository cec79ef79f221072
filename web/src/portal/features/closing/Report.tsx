// How far the deletion is, and what it reports: what was deleted, what is kept, and what remains elsewhere.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Spinner } from '@/components/Spinner';
import { rupees } from '@/lib/format';
import { belowItsName, Card, Notice } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { kindText, remains, stepTexts, type Deletion } from './closing';

export function Report({ deletion }: { deletion: Deletion }) {
  const {
    step,
    started_at,
    started_by,
    finished_at,
    records,
    erased,
    redacted,
    exports,
    sheet_emptied,
    error,
  } = deletion;
  const kinds = Object.entries(erased).sort(([, one], [, other]) => other - one);
  return (
    <>
      <Card aria-label="Progress">
        {finished_at ? (
          <p>
            {`Personal data was deleted on ${dateTime(finished_at)}. ${started_by} began it on ${dateTime(started_at)}.`}
          </p>
        ) : (
          <Flex asChild align="center" gap="3">
            <p role="status">
              <Spinner />
              <span>{`${stepTexts[step]}... It continues automatically; you may close this page.`}</span>
            </p>
          </Flex>
        )}
        {error && (
          <Notice tone="error" role="alert" marginTop="3">
            {`${error} It will be retried automatically.`}
          </Notice>
        )}
      </Card>
      {records && (
        <Card aria-label="For the accounts">
          <Title>For the accounts</Title>
          <Pairs>
            <dt>Payments</dt>
            <dd>{count(records.payments)}</dd>
            <dt>Paid</dt>
            <dd>{rupees(records.paid)}</dd>
            <dt>Went back</dt>
            <dd>{rupees(records.refunded)}</dd>
            <dt>Lost in disputes</dt>
            <dd>{rupees(records.lost)}</dd>
            <dt>File</dt>
            <dd>{records.address}</dd>
            <dt>SHA-256</dt>
            <dd>{records.sha256}</dd>
          </Pairs>
        </Card>
      )}
      {kinds.length > 0 && (
        <Card aria-label="Deleted">
          <Title>Deleted</Title>
          <Pairs>
            {kinds.map(([kind, number]) => (
              <Box key={kind} display="contents">
                <dt>{kindText(kind)}</dt>
                <dd>{count(number)}</dd>
              </Box>
            ))}
            <dt>Entries of the audit log without people</dt>
            <dd>{count(redacted)}</dd>
            <dt>Files of exports</dt>
            <dd>{count(exports)}</dd>
            {sheet_emptied !== undefined && sheet_emptied !== null && (
              <>
                <dt>Google Sheet</dt>
                <dd>{sheet_emptied ? 'Emptied' : 'Could not be emptied: delete it by hand'}</dd>
              </>
            )}
          </Pairs>
        </Card>
      )}
      <Card aria-label="What remains">
        <Title>What remains, and where</Title>
        <Flex asChild direction="column" gap="2">
          <ul>
            {remains.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Flex>
      </Card>
    </>
  );
}

const Title = chakra('h2', { base: { fontSize: 'l', marginBottom: '3' } });

const Pairs = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'fit-content(65%) minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '1',
    '& dt': { color: 'ink-soft' },
    '& dd': { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
    ...belowItsName,
  },
});
