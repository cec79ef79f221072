// One message: how far it is, stopping and resuming it, what it says, and its recipients by what became of them.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { call } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayAdminister } from '@/portal/kit/session/username';
import { Badge, Button, ButtonLink, Card, Notice } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { Progress } from './Progress';
import { Recipients } from './Recipients';
import { goesTo, isUnderWay, stateOf, type Message } from './words';

const pollMs = 2_000;

export function MessagePage() {
  const { id = '' } = useParams();
  const answer = useAnswer(
    '/api/messages/{id}',
    { path: { id } },
    { refreshInterval: (latest) => (latest && isUnderWay(latest) ? pollMs : 0) },
  );
  const readAgain = async () => {
    await answer.mutate();
  };
  return (
    <PortalPage
      title="Message"
      actions={
        <ButtonLink look="quiet" to={portalPaths.messages}>
          All messages
        </ButtonLink>
      }
    >
      <PageState
        answer={answer}
        failure="Failed to fetch the message"
        others={{ to: portalPaths.messages, label: 'messages' }}
      >
        {(message) => (
          <Flex direction="column" gap="4">
            <How message={message} readAgain={readAgain} />
            <Card aria-label="What it says">
              <Box asChild whiteSpace="pre-wrap" overflowWrap="anywhere" maxWidth="42rem">
                <p>{message.body}</p>
              </Box>
            </Card>
            <Recipients message={message} />
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

function How({ message, readAgain }: { message: Message; readAgain: () => Promise<void> }) {
  const { message_id, subject, state, by, at, waiting, error } = message;
  const { label, colour } = stateOf(state);
  const toaster = useToaster();
  const [isBusy, setBusy] = useState(false);
  const maySend = mayAdminister(useToken() ?? '');
  const path = { id: message_id };
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
          <h2>{subject}</h2>
        </Box>
        <Badge colour={colour}>{label}</Badge>
      </Flex>
      <Box color="ink-soft" fontSize="s" marginTop="1" overflowWrap="anywhere">
        {`${by}, ${dateTime(at)} · ${goesTo(message)}`}
      </Box>
      <Progress message={message} />
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
      <Counts message={message} />
      {maySend && isUnderWay(message) && (
        <Button
          look="quiet"
          marginTop="4"
          disabled={isBusy}
          onClick={() =>
            void during(
              () => call('post', '/api/messages/{id}/stop', { path }),
              'The message could not be stopped',
            )
          }
        >
          <BusyLabel busy={isBusy && 'Stopping...'}>Stop</BusyLabel>
        </Button>
      )}
      {maySend && state === 'stopped' && (
        <Button
          marginTop="4"
          disabled={isBusy}
          onClick={() =>
            void during(
              () => call('post', '/api/messages/{id}/resume', { path }),
              'The message could not be resumed',
            )
          }
        >
          <BusyLabel busy={isBusy && 'Resuming...'}>Resume</BusyLabel>
        </Button>
      )}
    </Card>
  );
}

function Counts({ message: { total, sent, failed, bounced, skipped, left } }: { message: Message }) {
  const counts = [
    ['Addresses', total],
    ['Sent', sent],
    ['Waiting', left],
    ['Came back', bounced],
    ['Refused', failed],
    ['Left out', skipped],
  ] as const;
  return (
    <Grid
      asChild
      gap="3"
      marginTop="4"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(6, minmax(0, 1fr))' }}
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
