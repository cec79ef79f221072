// The state of the seats of an exam, in a word.
import { Badge } from '@/portal/kit/ui/elements';
import type { Seating } from './seats';

const states = {
  none: { words: 'Not assigned', colour: 'grey' },
  draft: { words: 'Draft', colour: 'yellow' },
  published: { words: 'Published', colour: 'green' },
} as const;

export function SeatsBadge({ state }: { state: Seating['state'] }) {
  return <Badge colour={states[state].colour}>{states[state].words}</Badge>;
}
