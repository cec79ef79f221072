// How far a message is.
import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { count } from '@/portal/kit/ui/format';
import type { Message } from './words';

export function Progress({ message }: { message: Message }) {
  const { total, left, state, waiting } = message;
  const label = useId();
  const words =
    state === 'queued'
      ? waiting
        ? 'The recipients are written down when it begins.'
        : 'The recipients are written down...'
      : `${count(total - left)} of ${count(total)}`;
  return (
    <Box marginTop="3">
      <Box id={label} fontSize="s" marginBottom="1">
        {words}
      </Box>
      <Bar aria-labelledby={label} max={Math.max(total, 1)} value={total - left} />
    </Box>
  );
}

const Bar = chakra('progress', {
  base: { display: 'block', width: 'full', height: '0.75rem', accentColor: 'var(--primary)' },
});
