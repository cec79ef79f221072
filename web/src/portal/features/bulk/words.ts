// What the words of the interface mean for a person.
import type { AnswerOf } from '@/portal/kit/api/data';
import type { RequestOf, ResponseOf } from '@/lib/api/operation';
import { rupees } from '@/lib/format';
import { audienceInWords } from '@/portal/kit/resources/audience';
import type { Names } from '@/portal/kit/resources/useNames';
import { count, counted } from '@/portal/kit/ui/format';
import type { JobBadge } from '@/portal/kit/ui/JobCard';

export type BulkAction = AnswerOf<'/api/bulk/{id}'>;
export type BulkRequest = RequestOf<'/api/bulk', 'post'>['body'];
export type BulkPreview = ResponseOf<'/api/bulk/preview', 'post'>;

export interface Kind {
  id: string;
  /** On the button, and of one that was begun. */
  label: string;
  /** What it does to each of them. */
  what: string;
  /** What was done to so many. */
  done: string;
  needsReason: boolean;
  /** Only administrators do it, to one as to many. */
  isAdmins: boolean;
}

export const kinds: readonly Kind[] = [
  {
    id: 'resend',
    label: 'Send passes again',
    what: 'The mail with the pass goes out once more, to the address of the registration.',
    done: 'sent again',
    needsReason: false,
    isAdmins: false,
  },
  {
    id: 'mark_paid',
    label: 'Mark as paid',
    what: 'The money of registrations at the counter is in your till, by the mode of each registration. Each gets a pass by mail.',
    done: 'marked as paid',
    needsReason: false,
    isAdmins: false,
  },
  {
    id: 'withdraw',
    label: 'Withdraw passes',
    what: 'Every pass of each of them stops being accepted, and they are told by mail. Payments stay as they are.',
    done: 'withdrawn',
    needsReason: true,
    isAdmins: true,
  },
  {
    id: 'restore',
    label: 'Give passes back',
    what: 'Every withdrawn pass of each of them is accepted again unless its money went back, and they are told by mail.',
    done: 'given back',
    needsReason: true,
    isAdmins: true,
  },
];

export const kindOf = (action: string): Kind =>
  kinds.find(({ id }) => id === action) ?? {
    id: action,
    label: action,
    what: '',
    done: 'done',
    needsReason: false,
    isAdmins: true,
  };

const reasons: Readonly<Record<string, string>> = {
  not_paid: 'not paid, so there is no pass',
  pass_withdrawn: 'the pass is withdrawn',
  refunded: 'the money went back',
  unchanged: 'the pass is so already',
  already_paid: 'paid already',
  not_markable: 'not registered at the counter',
  already_registered: 'the address has registered or paid for the same by another registration',
  gone: 'deleted meanwhile',
  unreadable: 'the record cannot be read',
  mail_failed: 'the mail service did not take the mail',
  interrupted: 'it is not known whether the mail went out',
};

export const reasonInWords = (reason: string): string => reasons[reason] ?? reason;

const states: Readonly<Record<string, JobBadge>> = {
  queued: { label: 'Getting ready', colour: 'yellow' },
  working: { label: 'Under way', colour: 'yellow' },
  stopped: { label: 'Stopped', colour: 'grey' },
  done: { label: 'Done', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
};

export const stateOf = (state: string) => states[state] ?? { label: state, colour: 'grey' as const };

export const isUnderWay = ({ state }: { state: string }): boolean =>
  state === 'queued' || state === 'working';

export function changesInWords({ changes, amount }: BulkPreview): string {
  if (changes === 0) return 'It applies to nobody.';
  const money = amount == null ? '' : `, ${rupees(amount)} together`;
  return `It is done to ${counted(changes, 'candidate')}${money}.`;
}

export function outcomeInWords({ action, done, skipped, failed }: BulkAction): string {
  const others = [
    [skipped, 'passed over'],
    [failed, 'failed'],
  ] as const;
  const said = others.flatMap(([number, word]) => (number > 0 ? [`${count(number)} ${word}`] : []));
  return [`${count(done)} ${kindOf(action).done}`, ...said].join(', ');
}

/** Whom it is for. Who was picked is not told apart from all once it is over, so their number is said. */
export const meantInWords = ({ audience, total }: BulkAction, names: Names): string => {
  const isNarrowed = Object.values(audience).some((value) => String(value ?? '') !== '');
  return isNarrowed || total === 0 ? audienceInWords(audience, names) : counted(total, 'candidate');
};
