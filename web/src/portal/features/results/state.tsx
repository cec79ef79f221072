// How far results are, in words.
import type { AnswerOf } from '@/portal/kit/api/data';
import { Badge } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';

export type ExamResults = AnswerOf<'/api/results/{course}'>;
type State = ExamResults['state'];

const states: Readonly<Record<State, { words: string; colour: 'grey' | 'yellow' | 'green' }>> = {
  none: { words: 'None', colour: 'grey' },
  draft: { words: 'Draft', colour: 'yellow' },
  scheduled: { words: 'Scheduled', colour: 'yellow' },
  published: { words: 'Published', colour: 'green' },
};

export function StateBadge({ state }: { state: State }) {
  return <Badge colour={states[state].colour}>{states[state].words}</Badge>;
}

/** When they are seen, or were taken. */
export function whenOf(results: Pick<ExamResults, 'state' | 'publish_at' | 'uploaded_at'>): string {
  const at = results.publish_at ?? results.uploaded_at;
  if (at === null) return '—';
  const words = { none: '', draft: 'Taken', scheduled: 'From', published: 'Since' }[results.state];
  return `${words} ${dateTime(at)}`;
}
