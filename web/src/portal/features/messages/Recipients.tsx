// Who a message went to, by what became of it.
import { Flex } from '@chakra-ui/react';
import { grouped } from '@/lib/grouped';
import { read, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { TextLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { OutcomeList, OutcomeRow, Outcomes } from '@/portal/kit/ui/Outcomes';
import { skippedWords, type Message } from './words';

type Recipient = AnswerOf<'/api/messages/{id}/recipients'>['recipients'][number];

export function Recipients({ message }: { message: Message }) {
  const { message_id, sent, bounced, left, failed, skipped } = message;
  return (
    <Outcomes
      heading="Recipients"
      label="What became of the mail"
      outcomes={[
        { id: 'sent', label: 'Sent', total: sent - bounced },
        { id: 'waiting', label: 'Waiting', total: left },
        { id: 'bounced', label: 'Came back', total: bounced },
        { id: 'failed', label: 'Refused', total: failed },
        { id: 'skipped', label: 'Left out', total: skipped },
      ]}
    >
      {(outcome, total) => (
        <Outcome key={`${message_id} ${outcome}`} id={message_id} outcome={outcome} total={total} />
      )}
    </Outcomes>
  );
}

function Outcome({ id, outcome, total }: { id: string; outcome: string; total: number }) {
  const path = { id };
  const answer = useAnswer('/api/messages/{id}/recipients', { path, query: { outcome } });
  return (
    <OutcomeList
      answer={answer}
      partOf={({ recipients, next }) => ({ items: recipients, next })}
      readBehind={(after) => read('/api/messages/{id}/recipients', { path, query: { outcome, after } })}
      total={total}
      things="recipients"
    >
      {(one) => <Entry key={one.email} recipient={one} />}
    </OutcomeList>
  );
}

function Entry({ recipient }: { recipient: Recipient }) {
  const { email, outcome, reason, at, customer_ids } = recipient;
  const why = outcome === 'skipped' ? skippedWords(reason ?? '') : reason;
  const said = [at && dateTime(at), why].filter(Boolean).join(' · ');
  return (
    <OutcomeRow who={<span translate="no">{email}</span>} said={said}>
      <Flex columnGap="3" wrap="wrap" fontSize="s">
        {customer_ids.map((customer) => (
          <TextLink key={customer} to={portalPaths.customer(customer)} translate="no">
            {grouped(customer)}
          </TextLink>
        ))}
      </Flex>
    </OutcomeRow>
  );
}
