// What a message would be: to how many it goes, who is left out, and the mail to one of them.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { ResponseOf } from '@/lib/api/operation';
import { Card, Chip, Notice } from '@/portal/kit/ui/elements';
import { counted } from '@/portal/kit/ui/format';
import { MailSheet } from './MailSheet';
import { skippedWords } from './words';

export type MessagePreview = ResponseOf<'/api/messages/preview', 'post'>;

const looks = [
  { id: 'phone', label: 'Phone', width: 360 },
  { id: 'desk', label: 'Desk', width: 640 },
] as const;

export function Preview({ preview }: { preview: MessagePreview }) {
  const [look, setLook] = useState<'phone' | 'desk' | 'text'>('phone');
  const { recipients, skipped, sample } = preview;
  const width = looks.find(({ id }) => id === look)?.width;
  return (
    <Card aria-label="Preview">
      <Box asChild fontWeight="600" fontSize="l">
        <p role="status">{recipientsInWords(recipients)}</p>
      </Box>
      {skipped.length > 0 && (
        <Notice tone="warning" marginTop="3">
          {skipped.map(({ reason, count: number }) => (
            <p
              key={reason}
            >{`${counted(number, 'address is', 'addresses are')} left out: ${skippedWords(reason)}`}</p>
          ))}
        </Notice>
      )}
      <Flex gap="2" wrap="wrap" marginBlock="3" role="group" aria-label="How the mail is shown">
        {looks.map(({ id, label }) => (
          <Chip
            key={id}
            type="button"
            aria-pressed={look === id}
            onClick={() => {
              setLook(id);
            }}
          >
            {label}
          </Chip>
        ))}
        <Chip
          type="button"
          aria-pressed={look === 'text'}
          onClick={() => {
            setLook('text');
          }}
        >
          Plain text
        </Chip>
      </Flex>
      <Box marginBottom="2" overflowWrap="anywhere">
        <strong>{sample.subject}</strong>
      </Box>
      {width !== undefined && <MailSheet html={sample.html} width={width} />}
      <Box asChild whiteSpace="pre-wrap" overflowWrap="anywhere" {...(look !== 'text' && { srOnly: true })}>
        <p translate="no">{sample.text}</p>
      </Box>
    </Card>
  );
}

export const recipientsInWords = (number: number): string =>
  number === 0
    ? 'It goes to nobody.'
    : `It goes to ${counted(number, 'address', 'addresses')}. Each gets one mail.`;
