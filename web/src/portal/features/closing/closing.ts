// What the steps of the closing are called, and what stays when it is over.
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { counted } from '@/portal/kit/ui/format';

export type Closing = AnswerOf<'/api/closing'>;
export type Check = Closing['checks'][number];
export type Deletion = NonNullable<Closing['deletion']>;

interface CheckText {
  /** What there is none of. */
  none: string;
  some: (number: number) => string;
  /** What becomes of it. */
  advice: string;
  path?: string;
  /** Where it is, in several places. */
  places?: readonly (readonly [label: string, path: string])[];
}

export const checkTexts: Readonly<Record<Check['kind'], CheckText>> = {
  open_orders: {
    none: 'No payment is open at the payment provider',
    some: (number) => `${counted(number, 'payment')} may still come in`,
    advice: 'Each settles automatically within a day of expiring.',
  },
  refunds: {
    none: 'No refund is under way',
    some: (number) => `${counted(number, 'refund')} ${number === 1 ? 'is' : 'are'} under way`,
    advice: 'There is nothing to do: the outcome comes automatically.',
  },
  mails: {
    none: 'Every mail has gone out',
    some: (number) => `${counted(number, 'mail')} ${number === 1 ? 'has' : 'have'} not gone out`,
    advice: 'They are tried for two days, and are lost when everything is deleted.',
  },
  jobs: {
    none: 'Every message and bulk action has ended',
    some: (number) =>
      counted(number, 'message or bulk action has not ended', 'messages or bulk actions have not ended'),
    advice: 'What is left of them does not happen when everything is deleted.',
    places: [
      ['Messages', portalPaths.messages],
      ['Bulk actions', portalPaths.bulk],
    ],
  },
  attention: {
    none: 'No payment needs attention',
    some: (number) => `${counted(number, 'payment')} ${number === 1 ? 'needs' : 'need'} attention`,
    advice: 'Deal with it first: afterwards the candidate cannot be found.',
    path: portalPaths.attention,
  },
  tills: {
    none: 'Every till of the last two weeks is closed',
    some: (number) =>
      `${counted(number, 'till')} of the last two weeks ${number === 1 ? 'is' : 'are'} not closed`,
    advice: 'The amounts stay, but what was counted will not be known.',
    path: portalPaths.till,
  },
};

export const stepTexts: Readonly<Record<Deletion['step'], string>> = {
  records: 'Writing down what the accounts need',
  erase: 'Deleting candidates, orders, mails and everything beside them',
  audit_log: 'Taking people out of the audit log',
  exports: 'Deleting exports and their files',
  sheet: 'Emptying the Google Sheet',
  done: 'Done',
};

const kinds: Readonly<Record<string, string>> = {
  CANDIDATE: 'Candidates',
  ORDER: 'Orders',
  MAIL: 'Mails',
  ATTENTION: 'Flags',
  EVENT: 'Reports of the payment provider',
  ACT: 'Acts in candidates’ timelines',
  NOTE: 'Notes',
  CLAIM: 'What addresses have paid for',
  COURSES: 'What addresses have paid for, counted',
  SIMILAR: 'Marks of similar registrations',
  IDEM: 'Marks of forms that were sent',
  REMINDER: 'Reminders',
  PASS_REQUEST: 'Requests for passes',
  PROJECTION: 'Rows of the list',
  AGGREGATE: 'Totals',
  ENTRY: 'Entries of lists',
  WORD: 'Entries of the search',
  ROSTER: 'Entries of the door’s rosters',
  ROSTER_GONE: 'Passes that left the rosters',
};

/** A kind that nobody has put into words is shown as the server calls it. */
export const kindText = (kind: string): string => kinds[kind] ?? kind;

/** What the product cannot delete, or may not. */
export const remains: readonly string[] = [
  'The file for the accounts: references, amounts, dates, what was paid by and what went back. Books of account are kept for eight years.',
  'The tills: amounts, names of clerks and identifiers that lead to nobody any more.',
  'The audit log: who did what and when, without what it said about candidates.',
  'Backups of the tables, which Amazon keeps for 35 days and nobody reads.',
  'The Google Sheet’s own history: delete the sheet, and empty the bin of the Drive.',
  'Files that people have downloaded, and the organisers’ mailbox.',
  'The payment provider’s records, by its own rules.',
  'Log lines without names, for 90 days.',
];
