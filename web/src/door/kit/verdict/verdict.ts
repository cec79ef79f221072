// What the door says about a pass: the server's answer, or the same judged here from the roster. The rules are those of
// the crate domain, in check_in.
import type { ResponseOf } from '@/lib/api/operation';
import type { Admission, RosterExam } from '@/door/kit/storage/database';
import { isOnOffer, type Person } from '@/door/kit/roster/seal';

export type RedeemAnswer = ResponseOf<'/api/check-in/redeem', 'post'>;

/**
 * `back`, `out` and `not_in` are of a list that counts who goes out: somebody comes in again, goes out, or goes out and was not
 * known to be inside. `free` and `away` are of a pass that was only looked up, and is not in or has gone out; `undone` is of a scan
 * that somebody here has taken back.
 */
export type Result =
  'admitted' | 'back' | 'already' | 'refused' | 'unchecked' | 'out' | 'not_in' | 'free' | 'away' | 'undone';

/** Whether somebody was let through: in, or out. */
export const isThrough = ({ result }: { result: string }): boolean =>
  result === 'admitted' || result === 'back' || isOut({ result });

/** Whether somebody has gone out. */
export const isOut = ({ result }: { result: string }): boolean => result === 'out' || result === 'not_in';

/** What a scan did that is taken back: somebody came in, came in again, or went out. */
export type Way = 'in' | 'back' | 'out';

export const wayOf = (result: Result): Way => (isOut({ result }) ? 'out' : result === 'back' ? 'back' : 'in');

/**
 * Whether a verdict gives way to the next one without a press. Who was to go out and is not known to have come in may be about to
 * come in, at a phone that stands on Out: somebody has to look.
 */
export const goesByItself = ({ result, wentOut }: Pick<Verdict, 'result' | 'wentOut'>): boolean =>
  isThrough({ result }) && (result !== 'not_in' || wentOut !== undefined);

/** When and where an exam is held. */
export interface Held extends Omit<RosterExam, 'id'> {
  /** Where the person sits, where that is known. */
  hall?: string | null | undefined;
  seat?: string | null | undefined;
}

export interface Verdict {
  result: Result;
  /** Why it is refused or could not be looked up, as a word of the API or one of the two below. */
  reason: string | undefined;
  notices: readonly string[];
  /** Without groups; undefined where nothing of ours was scanned. */
  passNo: string | undefined;
  name: string | undefined;
  exam: string | undefined;
  /** Where to send them. */
  exams: readonly Held[];
  preference: string | undefined;
  /** Where the pass was admitted first, in milliseconds since 1970. */
  since: { at: number; place: string } | undefined;
  /** Where they had gone out before. */
  wentOut: { at: number; place: string } | undefined;
  /** They were to be let out. */
  isExit: boolean;
  isOffline: boolean;
  /** Nobody was to be let in. */
  isLook: boolean;
  /** The scan that it is about; undefined where nobody has asked about one. */
  nonce?: string | undefined;
  /** The scan of this device that can be taken back: what let the person in. */
  undoes: string | undefined;
}

/** Reasons of the device: it has no roster or cannot read it, a number alone opens no entry of it, a scanner stopped half-way. */
export const noRoster = 'no_roster';
export const noStorage = 'no_storage';
export const numberOffline = 'number_offline';
export const halfRead = 'half_read';

/** The word of the API for somebody who has chosen other exams, as a reason and as a notice. */
export const notChosen = 'not_chosen';

/** The word of the API for somebody who has no seat where the seats are published. */
export const noSeat = 'no_seat';

const everyExam = 'All exams';
const minutesPerDay = 24 * 60;
const millisPerMinute = 60_000;

export function verdictOfAnswer(answer: RedeemAnswer, passNo: string, isOffline = false): Verdict {
  const { candidate, reason, notices, at, device, by, went_out } = answer;
  return {
    result: resultOf(answer.result),
    reason: reason ?? undefined,
    notices,
    passNo: candidate ? candidate.pass_no.replaceAll(' ', '') : passNo,
    name: candidate?.name,
    exam: candidate?.exam ?? undefined,
    exams: answer.exams,
    preference: candidate?.exam_preference,
    since: at ? { at: Date.parse(at), place: device ?? by ?? '' } : undefined,
    wentOut: went_out ? { at: Date.parse(went_out.at), place: went_out.device } : undefined,
    isExit: isOut(answer),
    isOffline,
    isLook: false,
    undoes: undefined,
  };
}

/** The same, where somebody has only looked. */
export const looked = (verdict: Verdict): Verdict => ({
  ...verdict,
  result: lookedResult[verdict.result] ?? verdict.result,
  isLook: true,
  undoes: undefined,
});

const lookedResult: Partial<Record<Result, Result>> = { admitted: 'free', back: 'away' };

const words: readonly Result[] = ['admitted', 'back', 'already', 'out', 'not_in'];

/** A word of a later server is never taken for an admission. */
const resultOf = (word: string): Result => words.find((known) => known === word) ?? 'refused';

/** Nothing of ours: the server need not be asked. */
export const malformed: Verdict = {
  result: 'refused',
  reason: 'malformed',
  notices: [],
  passNo: undefined,
  name: undefined,
  exam: undefined,
  exams: [],
  preference: undefined,
  since: undefined,
  wentOut: undefined,
  isExit: false,
  isOffline: false,
  isLook: false,
  undoes: undefined,
};

interface Facts {
  list: string;
  passNo: string;
  person: Person | undefined;
  admission: Pick<Admission, 'at' | 'device'> | undefined;
  /** Where they have gone out, if they are out. */
  wentOut?: Verdict['wentOut'];
  exams: readonly RosterExam[];
  /** The identifiers of those that count as chosen of all; undefined while none does. */
  chosen?: readonly string[] | undefined;
  /** By the server's clock. */
  now: number;
}

/** The verdict of the roster, without a network. */
export function judge({ list, passNo, person, admission, wentOut, exams, chosen, now }: Facts): Verdict {
  const verdict: Verdict = { ...malformed, reason: undefined, passNo, isOffline: true };
  if (!person) return { ...verdict, reason: 'unknown' };
  const isForAll = person.examId === undefined;
  const isOwn = (id: string) => (isForAll ? (chosen?.includes(id) ?? true) : id === person.examId);
  // Of all exams a pass shows those on offer. One that was taken off offer is held at its own door for those who have chosen it.
  const own = exams.filter((exam) => isOwn(exam.id) && (!isForAll || isOnOffer(exam)));
  const isOnline = person.preference === 'Online';
  const [kind, subject = ''] = splitList(list);
  const isElsewhere = kind === 'exam' && !isForAll && person.examId !== subject;
  const hasChosenOthers = kind === 'exam' && isForAll && !isOwn(subject);
  const isIn = admission !== undefined;
  // Who was let in all the same stays here.
  const isHere = kind === 'exam' && !isElsewhere && (isIn || !hasChosenOthers);
  const among = isHere ? exams : own;
  const here = among.filter(({ id, date }) => (kind === 'exam' ? id : date) === subject);
  const there = here.length > 0 ? here : own;
  const [first] = there.map(withCollege);
  const known: Verdict = {
    ...verdict,
    name: person.name,
    preference: person.preference,
    exam: isForAll && (kind === 'day' || hasChosenOthers) ? everyExam : (person.examName ?? first),
    exams: there,
  };
  if (kind === 'exam') {
    if (isElsewhere) return { ...known, reason: 'wrong_list' };
    if (hasChosenOthers && !isIn) return { ...known, reason: notChosen };
    if (isOnline) return { ...known, reason: 'online_only' };
  }
  if (admission) {
    const since = { at: admission.at, place: admission.device };
    // Somebody at a door has let them in all the same.
    if (hasChosenOthers) known.notices = [notChosen];
    return wentOut ? { ...known, result: 'back', since, wentOut } : { ...known, result: 'already', since };
  }
  return {
    ...known,
    result: 'admitted',
    notices: kind === 'day' ? dayNotices(subject, own, now, isOnline) : examNotices(here, now),
  };
}

/** As the server names it: with its college. */
const withCollege = ({ name, college }: Held): string => (college ? `${name}, ${college}` : name);

function dayNotices(day: string, own: readonly RosterExam[], now: number, isOnline: boolean): string[] {
  const dated = own.filter(({ date }) => date !== '');
  const notices = [];
  if (dated.length > 0 && dated.every(({ date }) => date !== day)) notices.push('exam_other_day');
  if (haveEnded(own, now)) notices.push('exam_over');
  if (isOnline) notices.push('online_candidate');
  return notices;
}

const examNotices = (here: readonly RosterExam[], now: number): string[] =>
  haveEnded(here, now) ? ['exam_over'] : [];

function haveEnded(exams: readonly Held[], now: number): boolean {
  const ends = exams.map(endOf).filter((end) => end !== undefined);
  return ends.length > 0 && ends.every((end) => end <= now);
}

/** When an exam ends, in milliseconds since 1970; undefined while that is not known. */
export function endOf({ date, time_end }: Held): number | undefined {
  const end = Date.parse(`${date}T${time_end}:00+05:30`);
  return Number.isNaN(end) ? undefined : end;
}

function splitList(list: string): [string, string | undefined] {
  const colon = list.indexOf(':');
  return [list.slice(0, colon), list.slice(colon + 1)];
}

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: 'numeric',
  minute: '2-digit',
});
const dayAndClock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

/** The time of day in Kochi, with the day where it is another one. */
export const timeOf = (at: number, now: number): string =>
  (now - at < 12 * 60 * millisPerMinute ? clock : dayAndClock)
    .format(at)
    .replace(/\b([ap]m)\b/, (half) => half.toUpperCase());

/** `18 minutes ago`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / millisPerMinute);
  if (minutes < 1) return 'just now';
  if (minutes === 1) return 'a minute ago';
  if (minutes < 120) return `${String(minutes)} minutes ago`;
  if (minutes < 2 * minutesPerDay) return `${String(Math.floor(minutes / 60))} hours ago`;
  return `${String(Math.floor(minutes / minutesPerDay))} days ago`;
}
