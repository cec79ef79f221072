// How far a message is.
import { Box } from '@chakra-ui/react';
import { count } from '@/portal/kit/ui/format';
import { ProgressBar } from '@/portal/kit/ui/ProgressBar';
import type { Message } from './words';

export function Progress({ message }: { message: Message }) {
  const { total, left, state, waiting } = message;
  if (total === 0 && state !== 'queued') return <Box marginTop="3">No recipients were written down.</Box>;
  const words =
    state === 'queued'
      ? waiting
        ? 'The recipients are written down when it begins.'
        : 'The recipients are written down...'
      : `${count(total - left)} of ${count(total)}`;
  return <ProgressBar words={words} done={total - left} total={total} />;
}
