// What the words of the interface mean for a person.
import type { AnswerOf } from '@/portal/kit/api/data';
import { audienceInWords } from '@/portal/kit/resources/audience';
import type { Names } from '@/portal/kit/resources/useNames';
import type { JobBadge } from '@/portal/kit/ui/JobCard';

export type Message = AnswerOf<'/api/messages/{id}'>;

const reasons: Readonly<Record<string, string>> = {
  bounced: 'Earlier mail came back',
  complained: 'Earlier mail was reported as spam',
  asked: 'Asked for no more messages',
};

/** Why an address is left out. */
export const leftOutWords = (reason: string): string => reasons[reason] ?? reason;

/** The same in the middle of a sentence. */
export const skippedWords = (reason: string): string => {
  const words = leftOutWords(reason);
  return words.charAt(0).toLowerCase() + words.slice(1);
};

export const states: Readonly<Record<string, JobBadge>> = {
  queued: { label: 'Getting ready', colour: 'yellow' },
  sending: { label: 'Being sent', colour: 'yellow' },
  stopped: { label: 'Stopped', colour: 'grey' },
  done: { label: 'Sent', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
};

export const stateOf = (state: string) => states[state] ?? { label: state, colour: 'grey' as const };

/** Whom it goes to. */
export function goesTo(
  { audience, picked, results }: Pick<Message, 'audience' | 'picked' | 'results'>,
  names: Names,
): string {
  if (!results) return audienceInWords(audience, names, picked);
  return results.what === 'corrected'
    ? `Whose result of ${results.examName} was changed`
    : `Who has a result of ${results.examName}`;
}

export const isUnderWay = ({ state }: { state: string }): boolean =>
  state === 'queued' || state === 'sending';
