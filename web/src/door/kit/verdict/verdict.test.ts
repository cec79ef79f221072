import { expect, it } from 'vitest';
import { exams, morning } from '@/door/testing/device';
import type { Person } from '@/door/kit/roster/seal';
import { ago, goesByItself, judge, timeOf, verdictOfAnswer } from './verdict';
import { explain, noticeText, spoken, whenAndWhere } from './words';

const person = (changes: Partial<Person> = {}): Person => ({
  name: 'Asha Rao',
  preference: 'Offline',
  examId: 'bca',
  examName: undefined,
  ...changes,
});

const all = person({ examId: undefined });

const facts = {
  list: 'day:2025-05-31',
  passNo: 'CZ6S4932KF26',
  person: person(),
  admission: undefined,
  exams,
  now: morning,
};
// No college has the first any more.
const offOffer = {
  person: all,
  exams: exams.map((exam) => (exam.id === 'bca' ? { ...exam, college: '' } : exam)),
};
const noon = Date.parse('2025-05-31T12:00:00+05:30');

it('admits a valid pass on its day', () => {
  expect(judge(facts)).toMatchObject({
    result: 'admitted',
    notices: [],
    name: 'Asha Rao',
    exam: 'BCA, Periyar Institute',
    isOffline: true,
  });
});

it.each([
  // What the server says of the same: functions/check-in/tests/it/look.rs.
  ['one exam on its day', {}, 'BCA, Periyar Institute', ['BCA']],
  ['one exam on the other day', { list: 'day:2025-06-01' }, 'BCA, Periyar Institute', ['BCA']],
  ['one exam at that of others', { list: 'exam:law' }, 'BCA, Periyar Institute', ['BCA']],
  ['all exams on a day', { person: person({ examId: undefined }) }, 'All exams', ['BCA']],
  [
    'all exams at one of them',
    { person: person({ examId: undefined }), list: 'exam:law' },
    'BA LLB, Periyar Institute',
    ['BA LLB'],
  ],
  [
    'others of all exams at one of them',
    { person: all, chosen: ['bca'], list: 'exam:law' },
    'All exams',
    ['BCA'],
  ],
  ['one of all exams on a day', { person: all, chosen: ['law'] }, 'All exams', ['BA LLB']],
  ['all exams on the day of one off offer', offOffer, 'All exams', ['BA LLB']],
  [
    'one off offer at its own door',
    { ...offOffer, chosen: ['bca', 'law'], list: 'exam:bca' },
    'BCA',
    ['BCA'],
  ],
])('names what a pass is for and where to go: %s', (_, changes, exam, held) => {
  const verdict = judge({ ...facts, ...changes });
  expect(verdict.exam).toBe(exam);
  expect(verdict.exams.map(({ name }) => name)).toEqual(held);
});

it('says when and where an exam is, as far as it is known', () => {
  const [bca] = exams;
  expect(bca && whenAndWhere(bca)).toBe('Sat, 31 May · 10:00 to 11:30 · Hall 1');
  expect(bca && whenAndWhere({ ...bca, date: '', time_start: '', time_end: '' })).toBe('Hall 1');
});

it('names one hall alone where a seat is known: its own', () => {
  const [bca] = exams;
  expect(bca && whenAndWhere({ ...bca, hall: 'Hall 9', seat: 'B12' })).toBe('Sat, 31 May · 10:00 to 11:30');
});

it.each([
  ['the day of another exam', { list: 'day:2025-06-01', now: noon }, ['exam_other_day', 'exam_over']],
  ['an exam that is over', { now: noon }, ['exam_over']],
  ['an Online candidate', { person: person({ preference: 'Online' }) }, ['online_candidate']],
  ['all exams, of which one is later', { person: person({ examId: undefined }), now: noon }, []],
  [
    'all exams on a day without any',
    { person: person({ examId: undefined }), list: 'day:2025-06-02' },
    ['exam_other_day'],
  ],
  ['an exam that the catalogue no longer has', { person: person({ examId: 'gone' }) }, []],
])('admits on a day with a word about %s', (_, changes, notices) => {
  expect(judge({ ...facts, ...changes })).toMatchObject({ result: 'admitted', notices });
});

it.each([
  ['the exam of the pass', {}, 'admitted', undefined],
  ['a pass for all exams', { person: person({ examId: undefined }) }, 'admitted', undefined],
  ['a pass for another exam', { person: person({ examId: 'law' }) }, 'refused', 'wrong_list'],
  ['all exams, this one chosen', { person: all, chosen: ['bca'] }, 'admitted', undefined],
  ['all exams, others chosen', { person: all, chosen: ['law'] }, 'refused', 'not_chosen'],
  [
    'all exams, this one chosen and off offer',
    { ...offOffer, chosen: ['bca', 'law'] },
    'admitted',
    undefined,
  ],
  ['an Online candidate', { person: person({ preference: 'Online' }) }, 'refused', 'online_only'],
  ['a pass without an entry', { person: undefined }, 'refused', 'unknown'],
])('judges at an exam: %s', (_, changes, result, reason) => {
  expect(judge({ ...facts, list: 'exam:bca', ...changes })).toMatchObject({ result, reason });
});

it('says where and since when somebody is in', () => {
  const verdict = judge({ ...facts, admission: { at: morning - 18 * 60_000, device: 'Gate B' } });
  expect(verdict).toMatchObject({ result: 'already', since: { at: morning - 18 * 60_000, place: 'Gate B' } });
  expect(timeOf(morning - 18 * 60_000, morning)).toBe('10:12 AM');
  expect(ago(morning - 18 * 60_000, morning)).toBe('18 minutes ago');
});

it('refuses the wrong exam before it says that somebody is in', () => {
  const admission = { at: morning, device: 'Gate B' };
  expect(judge({ ...facts, list: 'exam:law', admission }).reason).toBe('wrong_list');
});

it('lets somebody in who has chosen others once somebody at a door has', () => {
  const others = { person: all, chosen: ['law'], list: 'exam:bca' };
  const admission = { at: morning, device: 'Gate B' };
  expect(judge({ ...facts, ...others, admission })).toMatchObject({
    result: 'already',
    notices: ['not_chosen'],
  });
});

it('never takes a word that it does not know for an admission', () => {
  const answer = { result: 'postponed', notices: ['bring_an_umbrella'], server_time: '' };
  const verdict = verdictOfAnswer(answer as never, 'CZ6S4932KF26');
  expect(verdict.result).toBe('refused');
  expect(explain(verdict)?.why).toBe('The server does not admit this pass.');
  expect(noticeText('bring_an_umbrella')).toBe('Note: bring an umbrella.');
});

it('says everything at once to those who listen', () => {
  const verdict = judge({ ...facts, list: 'exam:law' });
  expect(spoken(verdict, morning)).toBe(
    'No. Asha Rao. This pass is for another exam. Send them where their own exam is held. Sat, 31 May · 10:00 to 11:30 · Hall 1.',
  );
});

it('says to those who listen where somebody went out, and since when of somebody who is in already alone', () => {
  const place = { at: morning - 60_000, place: 'Gate 2' };
  const verdict = { ...judge({ ...facts, person: undefined }), reason: undefined, since: place };
  expect(spoken({ ...verdict, result: 'already' }, morning)).toMatch(/Since 10:29 AM at Gate 2\./);
  expect(spoken({ ...verdict, result: 'out', isExit: true }, morning)).toBe('Out.');
  expect(spoken({ ...verdict, result: 'back', wentOut: place }, morning)).toBe(
    'Back in. Went out 10:29 AM at Gate 2.',
  );
});

it('says of a return that was taken back that they are out, and admitted', () => {
  const wentOut = { at: morning - 60_000, place: 'Gate 2' };
  const verdict = { ...judge({ ...facts, person: undefined }), result: 'undone' as const };
  expect(explain({ ...verdict, wentOut })?.next).toBe('They count as gone out, and stay admitted.');
  expect(explain(verdict)?.next).toBe('They count as not in here, and can be scanned again.');
});

it('says what to do when somebody comes in at a phone that stands on Out', () => {
  const verdict = { ...judge({ ...facts, person: undefined }), result: 'not_in' as const, isExit: true };
  expect(explain(verdict)?.next).toBe('Going out: let them. Coming in: press Undo, then In, and scan again.');
  expect(goesByItself(verdict)).toBe(false);
  expect(goesByItself({ ...verdict, wentOut: { at: morning, place: 'Gate 2' } })).toBe(true);
});

it.each(['malformed', 'unknown', 'unpaid', 'withdrawn', 'wrong_list', 'not_chosen', 'online_only'])(
  'has words for the refusal %s and for what to do',
  (reason) => {
    const verdict = { ...judge({ ...facts, person: undefined }), reason, isOffline: false };
    expect(explain(verdict)?.why).not.toBe('The server does not admit this pass.');
    expect(explain(verdict)?.next).toBeTruthy();
  },
);
