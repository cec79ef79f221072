import { describe, expect, it } from 'vitest';
import { allColleges, oneCollege } from '@/testing/server';
import { resolveChoice } from './choice';
import { emptyDraft, type Draft } from './draft';
import { findProblem } from './validation';

const filled: Draft = {
  ...emptyDraft,
  packageId: allColleges._id,
  name: 'Asha Nair',
  email: 'asha@example.com',
  phone: '9876543210',
};
const packages = [allColleges, oneCollege];

const problemOf = (change: Partial<Draft>, list = packages) => {
  const draft = { ...filled, ...change };
  return findProblem(draft, resolveChoice(draft, list));
};

it('finds nothing wrong with a complete registration', () => {
  expect(problemOf({})).toBeUndefined();
  expect(problemOf({ altPhone: '6123456789' })).toBeUndefined();
  expect(problemOf({ packageId: 'pkg-one', collegeId: 'col-a', courseId: 'exam-a2' })).toBeUndefined();
});

describe('required fields', () => {
  it.each(['name', 'email', 'phone'] as const)('misses the %s', (field) => {
    expect(problemOf({ [field]: '' })).toEqual({
      message: 'Please fill all required fields',
      fields: { [field]: expect.stringContaining('missing') },
    });
  });

  it('takes blanks for nothing', () => {
    expect(problemOf({ name: '  ' })?.message).toBe('Please fill all required fields');
  });

  it('misses the package, and with it the amount, when there is none', () => {
    expect(problemOf({}, [])).toMatchObject({
      message: 'Please fill all required fields',
      fields: { package: expect.any(String) },
    });
  });
});

it('misses a package that is no longer on sale, and takes no other one for it', () => {
  expect(problemOf({ packageId: 'pkg-gone' })?.fields).toEqual({ package: 'Choose a package.' });
});

describe('a package for one college', () => {
  const message = 'College and course category are required for specific college selection';

  it('needs a college', () => {
    expect(problemOf({ packageId: 'pkg-one' })).toMatchObject({
      message,
      fields: { college: expect.any(String) },
    });
  });

  it('needs a course', () => {
    expect(problemOf({ packageId: 'pkg-one', collegeId: 'col-a' })).toMatchObject({
      message,
      fields: { course: expect.any(String) },
    });
  });

  it('refuses a course of another college', () => {
    expect(problemOf({ packageId: 'pkg-one', collegeId: 'col-b', courseId: 'exam-a1' })?.message).toBe(
      message,
    );
  });
});

it.each(['asha', 'asha@', '@example.com', 'asha@example', 'a b@example.com'])(
  'refuses the email %j',
  (email) => {
    expect(problemOf({ email })).toMatchObject({
      message: 'Please enter a valid email address',
      fields: { email: expect.any(String) },
    });
  },
);

it.each(['987654321', '5876543210', 'abcdefghij'])('refuses the phone %j', (phone) => {
  expect(problemOf({ phone })).toMatchObject({
    message: 'Please enter a valid 10-digit Indian phone number',
    fields: { phone: expect.any(String) },
  });
});

it.each(['987654321', '5876543210'])('refuses the alternate phone %j', (altPhone) => {
  expect(problemOf({ altPhone })).toMatchObject({
    message: 'Please enter a valid 10-digit Indian secondary phone number',
    fields: { altPhone: expect.any(String) },
  });
});

it('speaks of required fields first, then college and course, email, phone and alternate phone', () => {
  const wrong = { packageId: 'pkg-one', name: '', email: 'x', phone: '1', altPhone: '1' };
  const mended = [
    {},
    { name: 'Asha' },
    { collegeId: 'col-a', courseId: 'exam-a1' },
    { email: 'asha@example.com' },
    { phone: '9876543210' },
    { altPhone: '' },
  ];
  let change: Partial<Draft> = wrong;
  const messages = mended.map((step) => {
    change = { ...change, ...step };
    return problemOf(change)?.message;
  });
  expect(messages).toEqual([
    'Please fill all required fields',
    'College and course category are required for specific college selection',
    'Please enter a valid email address',
    'Please enter a valid 10-digit Indian phone number',
    'Please enter a valid 10-digit Indian secondary phone number',
    undefined,
  ]);
});

it('marks every field that is wrong, also those that the banner does not speak of', () => {
  expect(problemOf({ packageId: 'pkg-one', email: 'abc@', phone: '1234567', altPhone: '98' })).toEqual({
    message: 'College and course category are required for specific college selection',
    fields: {
      college: 'Choose a college.',
      email: 'It should look like name@example.com.',
      phone: 'Ten digits, the first one 6, 7, 8 or 9.',
      altPhone: 'Ten digits, the first one 6, 7, 8 or 9.',
    },
  });
  expect(problemOf({ name: '', email: 'abc@' })).toEqual({
    message: 'Please fill all required fields',
    fields: { name: 'Your name is missing.', email: 'It should look like name@example.com.' },
  });
});
