// How far results are, in words, and until when.
import { serverNow } from '@/lib/lastCall';
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

/** The server may be a moment behind; and no browser waits for longer than 24 days at once. */
const [leastMs, mostMs] = [2_000, 24 * 24 * 3_600_000];

/** In how many milliseconds to read again because the first of those that are scheduled are published; 0 where none are. */
export function untilPublished(results: readonly Pick<ExamResults, 'state' | 'publish_at'>[]): number {
  const moments = results.flatMap(({ state, publish_at }) =>
    state === 'scheduled' && publish_at !== null ? Date.parse(publish_at) - serverNow() : [],
  );
  return moments.length === 0 ? 0 : Math.max(leastMs, Math.min(mostMs, ...moments));
}
