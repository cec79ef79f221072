// How far a bulk action is.
import { count } from '@/portal/kit/ui/format';
import { ProgressBar } from '@/portal/kit/ui/ProgressBar';
import type { BulkAction } from './words';

export function Progress({ bulk: { total, left, state } }: { bulk: BulkAction }) {
  const words =
    state === 'queued' ? 'Who is meant is written down...' : `${count(total - left)} of ${count(total)}`;
  return <ProgressBar words={words} done={total - left} total={total} />;
}
