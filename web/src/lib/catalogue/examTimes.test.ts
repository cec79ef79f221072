import { describe, expect, it } from 'vitest';
import type { Package } from '../api/types';
import { daysOf, examsOf, whenAndWhere, type Exam } from './examTimes';
import { clashesOf, countThatFit, named, overlap, stillToSit } from './overlaps';

const exam = (id: string, start: string, end: string, more: Partial<Exam> = {}): Exam => ({
  id,
  course: id.toUpperCase(),
  college: 'Periyar',
  date: '2025-05-31',
  start,
  end,
  hall: 'Hall 1',
  ...more,
});

const course = (_id: string, date: string, timeStart: string, timeEnd: string) => ({
  _id,
  examName: _id.toUpperCase(),
  date,
  timeStart,
  timeEnd,
  venue: '',
  sold_out: false,
});

const packageOf = (_id: string, courses: Record<string, ReturnType<typeof course>[]>): Package => ({
  _id,
  name: _id,
  description: '',
  price: 1,
  AllowAllCollege: _id === 'all',
  collegeList: Object.entries(courses).map(([name, courseList]) => ({
    _id: name,
    name,
    description: '',
    courseList,
  })),
});

describe('the exams of a catalogue', () => {
  it('are those of all packages, each once, in the order of time, and last those without one', () => {
    const [a, b, c, d] = [
      course('a', '2025-06-01', '10:00', '11:00'),
      course('b', '2025-05-31', '14:00', '15:00'),
      course('c', '', '', ''),
      course('d', '2025-05-31', '09:30', '10:00'),
    ];
    const exams = examsOf([
      packageOf('all', { Periyar: [a, c, d], Nila: [b] }),
      packageOf('one', { Periyar: [a, c], Nila: [b] }),
      packageOf('other', { Periyar: [a, d] }),
    ]);
    expect(exams.map(({ id, college }) => `${id} ${college}`)).toEqual([
      'd Periyar',
      'b Nila',
      'a Periyar',
      'c Periyar',
    ]);
    expect(daysOf(exams).map(({ date, exams: { length } }) => [date, length])).toEqual([
      ['2025-05-31', 2],
      ['2025-06-01', 1],
      ['', 1],
    ]);
  });

  it('are also those that are sold with all others alone', () => {
    const [a, b] = [course('a', '', '', ''), course('b', '', '', '')];
    const ids = (...list: Package[]) => examsOf(list).map(({ id }) => id);
    expect(ids(packageOf('all', { Periyar: [a], Nila: [b] }))).toEqual(['a', 'b']);
    expect(ids(packageOf('all', { Periyar: [a], Nila: [b] }), packageOf('one', { Nila: [b] }))).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('two exams', () => {
  const ten = exam('ten', '10:00', '11:00');
  it.each([
    ['the same hours', exam('x', '10:00', '11:00'), true],
    ['one within the other', exam('x', '10:15', '10:45'), true],
    ['one minute of the other', exam('x', '10:59', '12:00'), true],
    ['one right after the other', exam('x', '11:00', '12:00'), false],
    ['one right before the other', exam('x', '09:00', '10:00'), false],
    ['another day', exam('x', '10:00', '11:00', { date: '2025-06-01' }), false],
    ['no day', exam('x', '10:00', '11:00', { date: '' }), false],
    ['no hours', exam('x', '', ''), false],
    ['the same beginning and no end', exam('x', '10:00', ''), true],
    ['a beginning within the other and no end', exam('x', '10:30', ''), true],
    ['an end before the beginning', exam('x', '11:00', '10:00'), false],
  ])('with %s', (_, other, clash) => {
    expect(overlap(ten, other)).toBe(clash);
    expect(overlap(other, ten)).toBe(clash);
  });

  it('without a day do not overlap', () => {
    const nowhen = { date: '' };
    expect(overlap(exam('a', '10:00', '11:00', nowhen), exam('b', '10:00', '11:00', nowhen))).toBe(false);
  });
});

it('names for each exam those it overlaps with', () => {
  const [a, b, c, d] = [
    exam('a', '10:00', '11:30'),
    exam('b', '11:00', '12:00'),
    exam('c', '11:45', '13:00'),
    exam('d', '14:00', '15:00'),
  ];
  const clashes = clashesOf([a, b, c, d]);
  expect([...clashes].map(([id, others]) => [id, others.map(({ id: other }) => other)])).toEqual([
    ['a', ['b']],
    ['b', ['a', 'c']],
    ['c', ['b']],
  ]);
});

it('counts how many exams one person can sit', () => {
  const day = [
    exam('long', '09:00', '17:00'),
    exam('a', '10:00', '11:00'),
    exam('b', '11:00', '12:00'),
    exam('c', '11:30', '12:30'),
    exam('d', '12:30', '13:00'),
  ];
  expect(countThatFit(day)).toBe(3);
  expect(countThatFit([...day, exam('open', '', '', { date: '' })])).toBe(4);
  expect(countThatFit([])).toBe(0);
});

it('counts for one person none that is sold out', () => {
  const exams = [
    exam('a', '10:00', '11:00'),
    exam('b', '10:30', '11:30'),
    exam('full', '12:00', '13:00', { isSoldOut: true }),
  ];
  const { open, fit } = stillToSit(exams);
  expect([open.map(({ id }) => id), fit]).toEqual([['a', 'b'], 1]);
});

it('is told with the hall, as far as both are known', () => {
  expect(whenAndWhere(exam('a', '10:00', '11:30'))).toBe('Saturday, 31 May, 10–11:30 AM, Hall 1');
  expect(whenAndWhere(exam('a', '', '', { hall: '' }))).toBe('Saturday, 31 May, Time to be announced');
  expect(whenAndWhere(exam('a', '', '', { date: '', hall: '' }))).toBe('Time to be announced');
});

it('names several exams in one sentence, and tells two of one name apart by their colleges', () => {
  const [a, b, c] = [
    exam('a', '', ''),
    exam('b', '', ''),
    exam('c', '', '', { course: 'A', college: 'Nila' }),
  ];
  expect(named([b], [a, b, c])).toBe('B');
  expect(named([b, a], [a, b])).toBe('B and A');
  expect(named([a, b, c], [a, b, c])).toBe('A (Periyar), B and A (Nila)');
});
