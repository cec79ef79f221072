// Everything that happened to a candidate, the newest on top.
import { Box, chakra } from '@chakra-ui/react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { dateTime } from '@/portal/kit/ui/format';
import { Section } from './Section';

type Happened = AnswerOf<'/api/customers/{customerId}'>['timeline'][number];

const titles: Readonly<Record<Happened['event'], string>> = {
  registered: 'Registered',
  payment_begun: 'Another payment begun',
  paid: 'Paid',
  mail_sent: 'Pass sent',
  mail_bounced: 'Pass came back',
  mail_complaint: 'Pass reported as spam',
  mail_delivered: 'Pass arrived',
  told: 'Told by mail',
  message_sent: 'Message sent',
  message_bounced: 'Message came back',
  message_skipped: 'Left out of a message: earlier mail came back or was reported as spam',
  message_failed: 'Message not sent: the mail service refused it',
  corrected: 'Corrected',
  exams_chosen: 'Exams chosen',
  result_corrected: 'Result corrected',
  noted: 'Noted',
  refund_requested: 'Refund asked for',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  disputed: 'Disputed by the bank',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  pass_withdrawn: 'Pass withdrawn',
  pass_restored: 'Pass given back',
  needs_attention: 'Needs attention',
  dealt_with: 'Dealt with',
  admitted: 'Let in',
  let_in_without_right: 'Let in without a right',
  admission_undone: 'Scan at the door taken back',
  went_out: 'Went out',
  exit_undone: 'Going out taken back',
};

const colours: Readonly<Partial<Record<Happened['event'], string>>> = {
  paid: 'primary',
  mail_bounced: 'error',
  mail_complaint: 'error',
  message_bounced: 'error',
  message_skipped: 'error',
  message_failed: 'error',
  refund_failed: 'error',
  disputed: 'error',
  dispute_lost: 'error',
  pass_withdrawn: 'error',
  needs_attention: 'error',
  admitted: 'primary',
  let_in_without_right: 'error',
};

export function Timeline({ timeline }: { timeline: readonly Happened[] }) {
  if (timeline.length === 0) return null;
  return (
    <Section title="Timeline">
      <List>
        {[...timeline].reverse().map((happened, place) => {
          const { at, event, by, text } = happened;
          return (
            <Entry key={`${at} ${event} ${String(timeline.length - place)}`}>
              <Box as="strong" color={colours[event] ?? 'ink'}>
                {titles[event]}
              </Box>
              {text && (
                <Box whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {text}
                </Box>
              )}
              <Box fontSize="s" color="ink-soft">
                {by ? `${dateTime(at)}, ${by}` : dateTime(at)}
              </Box>
            </Entry>
          );
        })}
      </List>
    </Section>
  );
}

const List = chakra('ol', {
  base: { listStyle: 'none', padding: '0', margin: '0', borderInlineStart: '2px solid var(--line)' },
});

const Entry = chakra('li', {
  base: {
    position: 'relative',
    paddingInlineStart: '4',
    paddingBottom: '3',
    _last: { paddingBottom: '0' },
    _before: {
      content: '""',
      position: 'absolute',
      insetInlineStart: '-6px',
      top: '0.4rem',
      width: '10px',
      height: '10px',
      borderRadius: '50%',
      background: 'ink-soft',
    },
  },
});
