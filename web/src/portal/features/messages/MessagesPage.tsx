// The messages that organisers sent to candidates, the newest first.
import { Flex } from '@chakra-ui/react';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useAudienceNames } from '@/portal/kit/resources/audience';
import { mayAdminister } from '@/portal/kit/session/username';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { JobEntry } from '@/portal/kit/ui/JobCard';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { LeftOut } from './LeftOut';
import { Progress } from './Progress';
import { goesTo, isUnderWay, stateOf, type Message } from './words';

const request = {};
const pollMs = 2_000;

export function MessagesPage() {
  const answer = useAnswer('/api/messages', request, {
    refreshInterval: (latest) => (latest?.messages.some(isUnderWay) ? pollMs : 0),
  });
  const maySend = mayAdminister(useToken() ?? '');
  return (
    <PortalPage
      title="Messages"
      actions={maySend ? <ButtonLink to={portalPaths.newMessage}>New message</ButtonLink> : undefined}
    >
      <PageState
        answer={answer}
        failure="Failed to fetch the messages"
        isEmpty={({ messages }) => messages.length === 0}
        empty="No message has been sent yet."
      >
        {({ messages }) => (
          <Flex asChild direction="column" gap="3">
            <ul>
              {messages.map((message) => (
                <Entry key={message.message_id} message={message} />
              ))}
            </ul>
          </Flex>
        )}
      </PageState>
      <LeftOut />
    </PortalPage>
  );
}

function Entry({ message }: { message: Message }) {
  const { message_id, subject, by, at, state } = message;
  const isDone = state === 'done';
  const names = useAudienceNames(message.audience);
  return (
    <JobEntry
      to={portalPaths.message(message_id)}
      heading={subject}
      badge={stateOf(state)}
      about={`${by}, ${dateTime(at)} · ${goesTo(message, names)}`}
      progress={!isDone && <Progress message={message} />}
      outcome={isDone && outcomeInWords(message)}
    />
  );
}

function outcomeInWords({ sent, failed, bounced, skipped }: Message): string {
  const others = [
    [failed, 'refused'],
    [bounced, 'came back'],
    [skipped, 'left out'],
  ] as const;
  const said = others.flatMap(([number, word]) => (number > 0 ? [`${count(number)} ${word}`] : []));
  return [`${count(sent)} sent`, ...said].join(', ');
}
