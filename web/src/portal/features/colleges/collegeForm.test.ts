import { expect, it } from 'vitest';
import { examDetail } from '@/portal/testing/records';
import { searchExams, toValues, validateCollege } from './collegeForm';

const exams = [
  examDetail({ _id: 'btech-1', examName: 'B.Tech' }),
  examDetail({ _id: 'mba-7', examName: 'Business Administration' }),
];

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
