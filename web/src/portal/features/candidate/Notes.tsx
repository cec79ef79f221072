// What administrators noted about a candidate.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { call } from '@/lib/api/client';
import { uuid } from '@/lib/uuid';
import { useToken } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { mayAdminister } from '@/portal/kit/session/username';
import { Button, Notice } from '@/portal/kit/ui/elements';
import { TextAreaField } from '@/portal/kit/ui/Field';
import { dateTime } from '@/portal/kit/ui/format';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import { Section } from './Section';

interface Props {
  customerId: string;
  notes: AnswerOf<'/api/customers/{customerId}'>['notes'];
  reload: () => Promise<unknown>;
}

export function Notes({ customerId, notes, reload }: Props) {
  // The same note sent twice is kept once.
  const [{ text, key }, change] = useKept(`note-${customerId}`, () => ({ text: '', key: uuid() }));
  const { isBusy, refuse, send, reset, errorAt, failureBeside } = useSending();
  const failure = failureBeside('text');
  const mayWrite = mayAdminister(useToken() ?? '');
  const release = useUnsavedWarning(text.trim() !== '');

  const add = async () => {
    if (isBusy) return;
    if (text.trim() === '') {
      refuse('Please write a note', 'text');
      return;
    }
    await send(async () => {
      await call('post', '/api/customers/{customerId}/notes', {
        path: { customerId },
        header: { 'Idempotency-Key': key },
        body: { text: text.trim() },
      });
      release();
      change({ text: '', key: uuid() });
      await reload();
    }, 'The note could not be saved. Please try again.');
  };

  return (
    <Section title="Notes">
      {!mayWrite && notes.length === 0 && <p>None yet.</p>}
      {mayWrite && (
        <form
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault();
            void add();
          }}
        >
          <TextAreaField
            label="New note"
            hint="Only visible in the portal."
            rows={2}
            maxLength={2000}
            value={text}
            error={errorAt('text')}
            onChange={(typed) => {
              reset();
              // Another text is another note, also after one of which it is not known whether it arrived.
              change({ text: typed, key: uuid() });
            }}
          />
          {failure && (
            <Notice tone="error" role="alert" marginTop="2">
              {failure}
            </Notice>
          )}
          <Button type="submit" look="quiet" size="small" marginTop="2" aria-disabled={isBusy || undefined}>
            Add note
          </Button>
        </form>
      )}
      {notes.length > 0 && (
        <Flex asChild direction="column" gap="3" marginTop={mayWrite ? '4' : '0'}>
          <List aria-label="Notes">
            {[...notes].reverse().map(({ text: noted, by, at }) => (
              <li key={`${at} ${noted}`}>
                <Box whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {noted}
                </Box>
                <Box fontSize="s" color="ink-soft">
                  {`${by}, ${dateTime(at)}`}
                </Box>
              </li>
            ))}
          </List>
        </Flex>
      )}
    </Section>
  );
}

const List = chakra('ul', { base: { listStyle: 'none', padding: '0', margin: '0' } });
