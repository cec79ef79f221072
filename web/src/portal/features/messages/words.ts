// What the words of the interface mean for a person.
import type { AnswerOf } from '@/portal/kit/api/data';
import { date } from '@/portal/kit/ui/format';
import { statusLabel } from '@/portal/kit/ui/status';
import { filterNames, filters } from './form';

export type Message = AnswerOf<'/api/messages/{id}'>;

const reasons: Readonly<Record<string, string>> = {
  bounced: 'earlier mail came back',
  complained: 'earlier mail was reported as spam',
};

export const skippedWords = (reason: string): string => reasons[reason] ?? reason;

export const states: Readonly<
  Record<string, { label: string; colour: 'green' | 'red' | 'yellow' | 'grey' }>
> = {
  queued: { label: 'Getting ready', colour: 'yellow' },
  sending: { label: 'Being sent', colour: 'yellow' },
  stopped: { label: 'Stopped', colour: 'grey' },
  done: { label: 'Sent', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
};

export const stateOf = (state: string) => states[state] ?? { label: state, colour: 'grey' as const };

/** `day:2025-05-31` for a person; of an exam its identifier, which is all that is known here. */
export const listLabel = (list: string): string => {
  const [kind, which = ''] = list.split(':');
  return kind === 'day' ? date(which) : which;
};

/** Whom it goes to. */
export function audienceInWords({ audience }: Pick<Message, 'audience'>): string {
  const words = filters.flatMap((name) => {
    const value = audience[name];
    if (!value) return [];
    const shown =
      name === 'status'
        ? statusLabel(value)
        : name === 'checked_in' || name === 'not_checked_in'
          ? listLabel(value)
          : value;
    return [`${filterNames[name]}: ${shown}`];
  });
  const picked = audience.customer_ids.length;
  if (picked > 0) words.push(picked === 1 ? '1 candidate' : `${String(picked)} candidates`);
  return words.length > 0 ? words.join(', ') : 'All candidates';
}

export const isUnderWay = ({ state }: { state: string }): boolean =>
  state === 'queued' || state === 'sending';
