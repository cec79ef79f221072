// One message: how far it is, stopping and resuming it, what it says, and its recipients by what became of them.
import { Box, Flex } from '@chakra-ui/react';
import { useParams } from 'react-router';
import { call } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useAudienceNames } from '@/portal/kit/resources/audience';
import { mayAdminister } from '@/portal/kit/session/username';
import { ButtonLink, Card } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { JobCard } from '@/portal/kit/ui/JobCard';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
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
  const { total, sent, failed, bounced, skipped, left } = message;
  const maySend = mayAdminister(useToken() ?? '');
  const names = useAudienceNames(message.audience);
  const path = { id: message_id };
  return (
    <JobCard
      heading={subject}
      badge={stateOf(state)}
      about={`${by}, ${dateTime(at)} · ${goesTo(message, names)}`}
      progress={<Progress message={message} />}
      waiting={waiting}
      error={error}
      counts={[
        ['Addresses', total],
        ['Sent', sent],
        ['Waiting', left],
        ['Came back', bounced],
        ['Refused', failed],
        ['Left out', skipped],
      ]}
      stop={
        maySend &&
        isUnderWay(message) && {
          act: () => call('post', '/api/messages/{id}/stop', { path }),
          failure: 'The message could not be stopped',
        }
      }
      resume={
        maySend &&
        state === 'stopped' && {
          act: () => call('post', '/api/messages/{id}/resume', { path }),
          failure: 'The message could not be resumed',
        }
      }
      readAgain={readAgain}
    />
  );
}
