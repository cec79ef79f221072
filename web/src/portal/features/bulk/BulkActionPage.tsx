// One bulk action: how far it is, stopping and resuming it, and what became of whom.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { call } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { mayAdminister, roleIn, usernameIn } from '@/portal/kit/session/username';
import { Badge, Button, ButtonLink, Card, Notice } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { Progress } from './Progress';
import { Results } from './Results';
import { isUnderWay, kindOf, meantInWords, stateOf, type BulkAction } from './words';

const pollMs = 2_000;

export function BulkActionPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(
    '/api/bulk/{id}',
    { path: { id } },
    { refreshInterval: (latest) => (latest && isUnderWay(latest) ? pollMs : 0) },
  );
  const readAgain = async () => {
    await answer.mutate();
  };
  return (
    <PortalPage
      title="Bulk action"
      actions={
        <ButtonLink look="quiet" to={portalPaths.bulk}>
          All bulk actions
        </ButtonLink>
      }
    >
      <PageState
        answer={answer}
        failure="Failed to fetch the bulk action"
        others={{ to: portalPaths.bulk, label: 'bulk actions' }}
      >
        {(bulk) => (
          <Flex direction="column" gap="4">
            <How bulk={bulk} readAgain={readAgain} />
            <Results bulk={bulk} />
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

function How({ bulk, readAgain }: { bulk: BulkAction; readAgain: () => Promise<void> }) {
  const { bulk_id, action, state, by, at, reason, waiting, error } = bulk;
  const { label, colour } = stateOf(state);
  const toaster = useToaster();
  const [isBusy, setBusy] = useState(false);
  const token = useToken() ?? '';
  const kind = kindOf(action);
  const mayAct = kind.isAdmins ? mayAdminister(token) : maySee(roleIn(token), portalPaths.newBulk);
  const isOthersTill = action === 'mark_paid' && by !== usernameIn(token);
  const path = { id: bulk_id };
  const during = async (act: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    try {
      await act();
    } catch (problem) {
      toaster.error(failureText(problem, failure), problem);
    }
    await readAgain();
    setBusy(false);
  };
  return (
    <Card aria-label="How far it is">
      <Flex justify="space-between" gap="3" wrap="wrap" align="center">
        <Box asChild fontSize="l" overflowWrap="anywhere">
          <h2>{kind.label}</h2>
        </Box>
        <Badge colour={colour}>{label}</Badge>
      </Flex>
      <Box color="ink-soft" fontSize="s" marginTop="1" overflowWrap="anywhere">
        {`${by}, ${dateTime(at)} · ${meantInWords(bulk)}`}
      </Box>
      {reason && (
        <Box marginTop="2" overflowWrap="anywhere">
          {`Reason: ${reason}`}
        </Box>
      )}
      <Progress bulk={bulk} />
      {waiting && (
        <Notice tone="warning" marginTop="3">
          {waiting}
        </Notice>
      )}
      {error && (
        <Notice tone="error" marginTop="3">
          {error}
        </Notice>
      )}
      <Counts bulk={bulk} />
      {mayAct && isUnderWay(bulk) && (
        <Button
          look="quiet"
          marginTop="4"
          disabled={isBusy}
          onClick={() =>
            void during(() => call('post', '/api/bulk/{id}/stop', { path }), 'It could not be stopped')
          }
        >
          <BusyLabel busy={isBusy && 'Stopping...'}>Stop</BusyLabel>
        </Button>
      )}
      {mayAct && state === 'stopped' && isOthersTill && (
        <Box asChild marginTop="4">
          <p>The money goes into the till of who began it; only they can resume it.</p>
        </Box>
      )}
      {mayAct && state === 'stopped' && !isOthersTill && (
        <Button
          marginTop="4"
          disabled={isBusy}
          onClick={() =>
            void during(() => call('post', '/api/bulk/{id}/resume', { path }), 'It could not be resumed')
          }
        >
          <BusyLabel busy={isBusy && 'Resuming...'}>Resume</BusyLabel>
        </Button>
      )}
    </Card>
  );
}

function Counts({ bulk: { total, done, skipped, failed, left } }: { bulk: BulkAction }) {
  const counts = [
    ['Candidates', total],
    ['Done', done],
    ['Passed over', skipped],
    ['Failed', failed],
    ['Left', left],
  ] as const;
  return (
    <Grid
      asChild
      gap="3"
      marginTop="4"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(5, minmax(0, 1fr))' }}
    >
      <dl>
        {counts.map(([label, number]) => (
          <div key={label}>
            <Box asChild fontSize="s" color="ink-soft">
              <dt>{label}</dt>
            </Box>
            <Box asChild fontWeight="600" margin="0">
              <dd>{count(number)}</dd>
            </Box>
          </div>
        ))}
      </dl>
    </Grid>
  );
}
