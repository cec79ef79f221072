// Who a message went to, by what became of it.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { read, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, Card, Chip, TextLink } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { skippedWords, type Message } from './words';

type Page = AnswerOf<'/api/messages/{id}/recipients'>;
type Recipient = Page['recipients'][number];

const outcomes = [
  { id: 'sent', label: 'Sent', of: ({ sent, bounced }: Message) => sent - bounced },
  { id: 'waiting', label: 'Waiting', of: ({ left }: Message) => left },
  { id: 'bounced', label: 'Came back', of: ({ bounced }: Message) => bounced },
  { id: 'failed', label: 'Refused', of: ({ failed }: Message) => failed },
  { id: 'skipped', label: 'Left out', of: ({ skipped }: Message) => skipped },
] as const;

export function Recipients({ message }: { message: Message }) {
  const [outcome, setOutcome] = useState<string>('sent');
  return (
    <Card aria-label="Recipients">
      <Box asChild fontSize="l">
        <h2>Recipients</h2>
      </Box>
      <Flex gap="2" wrap="wrap" marginBlock="3" role="group" aria-label="What became of the mail">
        {outcomes.map(({ id, label, of }) => (
          <Chip
            key={id}
            type="button"
            aria-pressed={outcome === id}
            onClick={() => {
              setOutcome(id);
            }}
          >
            <span>{label}</span>
            <span data-count="">{count(of(message))}</span>
          </Chip>
        ))}
      </Flex>
      <Outcome key={`${message.message_id} ${outcome}`} id={message.message_id} outcome={outcome} />
    </Card>
  );
}

function Outcome({ id, outcome }: { id: string; outcome: string }) {
  const toaster = useToaster();
  const [later, setLater] = useState<{ recipients: readonly Recipient[]; next: string | undefined }>();
  const [isBusy, setBusy] = useState(false);
  const answer = useAnswer('/api/messages/{id}/recipients', { path: { id }, query: { outcome } });
  const more = async (after: string) => {
    setBusy(true);
    try {
      const page = await read('/api/messages/{id}/recipients', { path: { id }, query: { outcome, after } });
      setLater((known) => ({
        recipients: [...(known?.recipients ?? []), ...page.recipients],
        next: page.next ?? undefined,
      }));
    } catch (error) {
      toaster.error(failureText(error, 'Failed to fetch more recipients'), error);
    }
    setBusy(false);
  };
  return (
    <PageState
      answer={answer}
      failure="Failed to fetch the recipients"
      isEmpty={({ recipients }) => recipients.length === 0}
      empty="Nobody."
    >
      {(first) => {
        const next = later ? later.next : first.next;
        return (
          <>
            <Flex asChild direction="column" gap="3">
              <ul>
                {[...first.recipients, ...(later?.recipients ?? [])].map((one) => (
                  <Entry key={one.email} recipient={one} />
                ))}
              </ul>
            </Flex>
            {next && (
              <Button look="quiet" marginTop="4" disabled={isBusy} onClick={() => void more(next)}>
                More recipients
              </Button>
            )}
          </>
        );
      }}
    </PageState>
  );
}

function Entry({ recipient }: { recipient: Recipient }) {
  const { email, outcome, reason, at, customer_ids } = recipient;
  const why = outcome === 'skipped' ? skippedWords(reason ?? '') : reason;
  const said = [at && dateTime(at), why].filter(Boolean).join(' · ');
  return (
    <li>
      <Box overflowWrap="anywhere" fontWeight="600" translate="no">
        {email}
      </Box>
      {said !== '' && (
        <Box fontSize="s" color="ink-soft" overflowWrap="anywhere">
          {said}
        </Box>
      )}
      <Flex gap="3" wrap="wrap" fontSize="s">
        {customer_ids.map((customer) => (
          <TextLink key={customer} to={portalPaths.customer(customer)} translate="no">
            {customer}
          </TextLink>
        ))}
      </Flex>
    </li>
  );
}
