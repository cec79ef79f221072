import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { deletionFailure, describeLost, failureText } from './failure';

const after = (status: number, message = '', isLost = true) => {
  const error = new ApiError(status, message);
  error.isLost = isLost;
  return error;
};
const failed = 'Failed to create package';

it.each([
  [
    500,
    '',
    /^Failed to create package\. The server met an error, so it is not known whether this was done\. Press/,
  ],
  [502, '', /^Failed to create package\. The server met an error, so it is not known/],
  [500, 'Something went wrong.', /^Something went wrong\. The server met an error, so it is not known/],
  [
    0,
    'offline',
    /^No answer came from the server, so it is not known whether this was done\. Check the connection/,
  ],
  [408, '', /^No answer came from the server, so it is not known/],
  [504, '', /^No answer came from the server, so it is not known/],
])(
  'calls a change that may have been made failed only where %i came as an answer',
  (status, message, text) => {
    expect(failureText(after(status, message), failed)).toMatch(text);
  },
);

it('has the advice of the caller in the place of its own', () => {
  const notKnown = 'it is not known whether the pass was sent.';
  expect(failureText(after(500), failed, notKnown)).toBe(`The server met an error, so ${notKnown}`);
  expect(failureText(after(0), failed, notKnown)).toBe(`No answer came from the server, so ${notKnown}`);
});

it('says of a refusal no more than that', () => {
  expect(failureText(after(409, 'Taken.', false), failed)).toBe('Taken.');
  expect(failureText(after(503, '', false), failed, 'not said')).toBe(failed);
});

it('has a form begin with the words of the caller where an answer came', () => {
  expect(describeLost(after(500), failed).title).toBe(failed);
  expect(describeLost(after(0), failed).title).toMatch(/^No answer came/);
});

it.each([
  ['a refusal', after(404, 'There is no such banner.', false), 'Error deleting banner'],
  ['a conflict', after(409, 'It is in use.', false), 'Error deleting banner: It is in use.'],
  ['a server that is busy', after(503, 'Try again.', false), 'Error deleting banner'],
  [
    'a failure of the server',
    after(500, 'Something went wrong.'),
    'Error deleting banner. The server met an error, so it is not known whether it was deleted. What is still in the list can be deleted again.',
  ],
])('begins with the words of a deletion that failed after %s', (_, error, said) => {
  expect(deletionFailure(error, 'Error deleting banner')).toBe(said);
});

it('calls no deletion failed of which no answer came', () => {
  expect(deletionFailure(after(0, 'offline'), 'Error deleting banner')).toMatch(
    /^No answer came .* it is not known/,
  );
});
