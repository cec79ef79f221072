import { describe, expect, it } from 'vitest';
import { row } from '@/portal/testing/records';
import { changesBetween, correctable, findErrors, toRequest } from './correction';

const customer = {
  ...row(1),
  exam_preference: 'Offline',
  packageId: 'pkg-one',
  collegeId: 'col-a',
  course_category: 'exam-a1',
  metadata: { channel: 'website' },
} as never;
const before = correctable(customer);

describe('a correction', () => {
  it('sends what was changed alone, with the version it was decided on', () => {
    const after = { ...before, email: 'right@example.com', phone2: '9876543219' };
    expect(toRequest(before, after, 3)).toEqual({
      version: 3,
      email: 'right@example.com',
      phone2: '9876543219',
    });
  });

  it('sends the college of another exam with it', () => {
    const after = { ...before, course_category: 'exam-a2', exam_preference: 'Online' };
    expect(toRequest(before, after, 0)).toEqual({
      version: 0,
      collegeId: 'col-a',
      course_category: 'exam-a2',
      exam_preference: 'Online',
    });
  });

  it('takes an alternate phone away by a blank', () => {
    const withTwo = { ...before, phone2: '9876543219' };
    expect(toRequest(withTwo, { ...withTwo, phone2: '' }, 0)).toEqual({ version: 0, phone2: '' });
  });

  it.each([
    ['name', ' ', 'Please fill all required fields'],
    ['email', 'nobody', 'It should look like'],
    ['phone', '12345', 'Ten digits'],
    ['phone2', '12345', 'Ten digits'],
    ['collegeId', '', 'Choose a college.'],
    ['course_category', '', 'Choose an exam.'],
  ] as const)('is not sent with an unfit %s', (field, value, words) => {
    const errors = findErrors(before, { ...before, [field]: value });
    expect(errors[field]).toContain(words);
    expect(Object.values(errors).filter(Boolean)).toHaveLength(1);
  });

  it('does not complain of what stays, by whatever rules it was taken', () => {
    const old = { ...before, phone: '12345', name: '' };
    expect(Object.values(findErrors(old, { ...old, email: 'right@example.com' })).filter(Boolean)).toEqual(
      [],
    );
    expect(changesBetween(old, old)).toEqual({});
  });
});
