// How far a bulk action is.
import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { count } from '@/portal/kit/ui/format';
import type { BulkAction } from './words';

export function Progress({ bulk: { total, left, state } }: { bulk: BulkAction }) {
  const label = useId();
  const words =
    state === 'queued' ? 'Who is meant is written down...' : `${count(total - left)} of ${count(total)}`;
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
