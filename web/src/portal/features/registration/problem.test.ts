import { expect, it } from 'vitest';
import { allColleges } from '@/testing/server';
import { emptyCounterDraft } from './form';
import { findCounterProblem } from './problem';

it('refuses a name that is none, at the field', () => {
  const draft = {
    ...emptyCounterDraft,
    name: 'www.example.com',
    email: 'asha@example.com',
    phone: '9876543210',
    paymentMode: 'cash' as const,
  };
  const message = 'Please enter a name without a web address';
  expect(findCounterProblem(draft, { package: allColleges })).toEqual({ message, fields: { name: message } });
  expect(findCounterProblem({ ...draft, name: 'Asha' }, { package: allColleges })).toBeUndefined();
});

it('says what is missing of the candidate, not of the clerk', () => {
  const { fields } = findCounterProblem(emptyCounterDraft, { package: allColleges }) ?? {};
  expect(fields).toMatchObject({
    name: 'The name is missing.',
    email: 'The email address is missing.',
    phone: 'The phone number is missing.',
    paymentMode: 'Choose how it is paid.',
  });
});

it('marks what is wrong together with what is missing', () => {
  const draft = { ...emptyCounterDraft, name: '123', email: 'abc@' };
  const { message, fields } = findCounterProblem(draft, { package: allColleges }) ?? {};
  expect(message).toBe('Please fill all required fields');
  expect(fields).toMatchObject({
    name: 'Please enter a name with at least one letter',
    email: 'It should look like name@example.com.',
    phone: 'The phone number is missing.',
  });
});
