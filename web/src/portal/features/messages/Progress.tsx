// How far a message is.
import { count } from '@/portal/kit/ui/format';
import { ProgressBar } from '@/portal/kit/ui/ProgressBar';
import type { Message } from './words';

export function Progress({ message }: { message: Message }) {
  const { total, left, state, waiting } = message;
  const words =
    state === 'queued'
      ? waiting
        ? 'The recipients are written down when it begins.'
        : 'The recipients are written down...'
      : `${count(total - left)} of ${count(total)}`;
  return <ProgressBar words={words} done={total - left} total={total} />;
}
