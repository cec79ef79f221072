// What the door says in words: the one big word, why, and what to do next.
import {
  halfRead,
  noRoster,
  noSeat,
  noStorage,
  isThrough,
  notChosen,
  numberOffline,
  timeOf,
  type Held,
  type Result,
  type Verdict,
} from './verdict';

export const headline: Record<Result, string> = {
  admitted: 'Admitted',
  back: 'Back in',
  already: 'Already in',
  refused: 'No',
  unchecked: 'Not checked',
  out: 'Out',
  not_in: 'Was not in',
  free: 'Not in yet',
  away: 'Out now',
  undone: 'Taken back',
};

interface Refusal {
  why: string;
  next: string;
}

const refusals: Record<string, Refusal> = {
  malformed: {
    why: 'This is not a pass of this event.',
    next: 'Ask for the pass: it is in the mail after the payment, and under Find my pass on the site.',
  },
  unknown: {
    why: 'There is no such pass.',
    next: 'Compare the number on the pass with the one on this screen. If it is the same, send them to the counter.',
  },
  unpaid: { why: 'This pass is not paid for.', next: 'Send them to the counter, where they can pay.' },
  withdrawn: {
    why: 'This pass has been withdrawn.',
    next: 'It was refunded or taken back. The counter can see why.',
  },
  wrong_list: { why: 'This pass is for another exam.', next: 'Send them where their own exam is held.' },
  [notChosen]: {
    why: 'They have not chosen this exam.',
    next: 'Send them to one that they have chosen. Let them in only if who leads this hall has a seat for them.',
  },
  online_only: {
    why: 'They take this exam online.',
    next: 'They have no seat here. The counter can help if that is a mistake.',
  },
  [halfRead]: {
    why: 'The scanner did not read the code to its end.',
    next: 'Scan it again, or type the number.',
  },
  undone: { why: 'This scan was taken back.', next: 'Scan the pass again.' },
  [noRoster]: {
    why: 'There is no network, and this phone has no roster yet.',
    next: 'Look at the pass and at an ID. If both fit, let them in: the server checks it later.',
  },
  [noStorage]: {
    why: 'There is no network, and this phone cannot read what it keeps.',
    next: 'Look at the pass and at an ID. If both fit, let them in. Then delete photos or apps: it recovers by itself.',
  },
  [numberOffline]: {
    why: 'There is no network, and a number alone proves nothing.',
    next: 'Look at the pass and at an ID. If both fit, let them in: the server checks it later.',
  },
};

const unknownOffline: Refusal = {
  why: 'This pass is not in the roster of this phone.',
  next: 'It may have been bought or withdrawn since. Send them to the counter, or let them in if you know better.',
};

const otherReason: Refusal = {
  why: 'The server does not admit this pass.',
  next: 'Send them to the counter.',
};

/** Why a pass is not simply admitted, and what to do about it. */
export function explain(verdict: Verdict): Refusal | undefined {
  const { result, reason, isOffline, isLook, isExit, wentOut } = verdict;
  if (result === 'free') return { why: 'The pass is in order.', next: 'Nobody was let in: this was a look.' };
  if (result === 'already' && isLook) return { why: '', next: 'This was a look.' };
  if (result === 'already') {
    return {
      why: '',
      next: 'Ask for an ID. If it is the same person coming back, let them in.',
    };
  }
  if (result === 'away') return { why: 'The pass is in order.', next: 'They came in, and have gone out.' };
  if (result === 'not_in' && wentOut) {
    return { why: 'They have gone out before.', next: 'Let them out. It is noted, and nothing is wrong.' };
  }
  if (result === 'not_in') {
    return {
      why: 'It was not known that they came in.',
      next: 'Going out: let them. Coming in: press Undo, then In, and scan again.',
    };
  }
  if (result === 'undone' && isExit) return { why: '', next: 'That they went out does not count.' };
  if (result === 'undone' && wentOut) return { why: '', next: 'They count as gone out, and stay admitted.' };
  if (result === 'undone') {
    return { why: '', next: 'They count as not in here, and can be scanned again.' };
  }
  if (isThrough(verdict)) return undefined;
  if (reason === 'unknown' && isOffline) return unknownOffline;
  return refusals[reason ?? ''] ?? otherReason;
}

/** How an exam is taken, in a word that no line ends within. */
export const preferences: Record<string, string> = { Offline: 'on\u00a0site', Online: 'online' };

const dayOf = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** `Hall A, seat B12`; nothing where no seat is known. */
export const seatText = ({ hall, seat }: Held): string => (seat ? `${hall ?? ''}, seat ${seat}` : '');

/**
 * `Sat, 31 May · 10:00 to 11:30 · Hall 1`; what is not known is left out. A seat names its hall, and what was announced may be another
 * one.
 */
export function whenAndWhere({ date, time_start, time_end, venue, seat }: Held): string {
  const day = Date.parse(date);
  return [
    Number.isNaN(day) ? '' : dayOf.format(day),
    [time_start, time_end].filter(Boolean).join(' to '),
    seat ? '' : venue,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Of somebody whom the device has let in already. */
export const whyRefused = (reason: string | undefined): string => (refusals[reason ?? ''] ?? otherReason).why;

const notices: Record<string, string> = {
  exam_other_day: 'Their exam is on the other day.',
  exam_over: 'Their exam is over.',
  online_candidate: 'They take their exam online.',
  [notChosen]: 'They have chosen other exams, and are let in all the same.',
  [noSeat]: 'They have no seat in this exam: ask who leads this hall.',
  found_by_name: 'They were found by name, and no pass was shown: look at an ID before you let them in.',
  number_only: 'Only the number was typed: look at an ID before you let them in.',
};

/** A notice that only a later release knows is said in its own word. */
export const noticeText = (notice: string): string =>
  notices[notice] ?? `Note: ${notice.replaceAll('_', ' ')}.`;

/** `Went out 12:05 PM at Gate 2 · 7F3K`. */
export const wentOutText = ({ at, place }: { at: number; place: string }, now: number): string =>
  `Went out ${timeOf(at, now)}${place ? ` at ${place}` : ''}`;

/** `Since 9:42 AM at Gate 2 · 7F3K`. */
export const sinceText = ({ at, place }: { at: number; place: string }, now: number): string =>
  `Since ${timeOf(at, now)}${place ? ` at ${place}` : ''}`;

/** Everything at once, for those who listen. */
export function spoken(verdict: Verdict, now: number): string {
  const { result, since, wentOut } = verdict;
  const refusal = explain(verdict);
  return [
    `${headline[verdict.result]}.`,
    verdict.name && `${verdict.name}.`,
    wentOut ? `${wentOutText(wentOut, now)}.` : result === 'already' && since && `${sinceText(since, now)}.`,
    refusal?.why,
    ...verdict.notices.map(noticeText),
    refusal?.next,
    verdict.exams.length === 1 &&
      verdict.exams
        .map((exam) => [seatText(exam), `${whenAndWhere(exam)}.`].filter(Boolean).join('. '))
        .join(''),
  ]
    .filter(Boolean)
    .join(' ');
}
