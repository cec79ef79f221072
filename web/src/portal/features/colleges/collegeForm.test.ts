import { expect, it } from 'vitest';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { searchExams, toValues, validateCollege } from './collegeForm';

const exam = (_id: string, examName: string): ExamDetail => ({
  _id,
  examId: 'stream',
  image: '',
  date: '2025-05-31',
  timeStart: '10:00',
  timeEnd: '12:00',
  venue: '',
  examFee: 0,
  examName,
  details: '',
  version: 1,
});
const exams = [exam('btech-1', 'B.Tech'), exam('mba-7', 'Business Administration')];

it('finds exams by a part of the name or the id, whatever the case', () => {
  const found = (search: string) => searchExams(exams, search).map(({ _id }) => _id);
  expect(found('')).toEqual(['btech-1', 'mba-7']);
  expect(found(' b.TECH ')).toEqual(['btech-1']);
  expect(found('MBA-')).toEqual(['mba-7']);
  expect(found('law')).toEqual([]);
});

it('wants a name, and texts that are not too long', () => {
  const empty = toValues(undefined);
  expect(validateCollege({ ...empty, name: ' ' })).toEqual({ name: 'College name is required' });
  expect(validateCollege({ ...empty, name: 'Periyar' })).toEqual({});
  expect(validateCollege({ ...empty, name: 'x'.repeat(121), description: 'x'.repeat(2001) })).toEqual({
    name: 'This is too long.',
    description: 'This is too long.',
  });
});
