// How far a bulk action is.
import { Box } from '@chakra-ui/react';
import { count } from '@/portal/kit/ui/format';
import { ProgressBar } from '@/portal/kit/ui/ProgressBar';
import type { BulkAction } from './words';

export function Progress({ bulk: { total, left, state } }: { bulk: BulkAction }) {
  if (total === 0 && state !== 'queued') return <Box marginTop="3">No candidates were written down.</Box>;
  const words =
    state === 'queued' ? 'Who is meant is written down...' : `${count(total - left)} of ${count(total)}`;
  return <ProgressBar words={words} done={total - left} total={total} />;
}
