import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

const fillIn = '/api/customers/fill-in';
const ids = (number: number) => Array.from({ length: number }, (_, index) => `C${String(index)}`);
const part = (customer_ids: string[], next?: string) => ({
  customer_ids,
  filled: customer_ids.length,
  left: 0,
  without: 0,
  ...(next && { next }),
});
const preview = (filled: number) => ({ ...part([]), filled });

function begin() {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/halls', []);
  return renderScreen(portalPaths.seating);
}

const press = async (user: UserEvent) => {
  const button = await screen.findByRole('button', { name: 'Fill in for the others' });
  await waitFor(() => {
    expect(button).toBeEnabled();
  });
  await user.click(button);
};
const runOf = ({ body }: { body: unknown }) => (body as { run?: string }).run;

it('still offers to tell those who were filled in before a part failed', async () => {
  const sent = serveCall(
    'post',
    fillIn,
    preview(3),
    part(['C0', 'C1'], 'C1'),
    refusal(422, 'invalid_field', 'No such place', 'behind'),
    preview(1),
    part(['C2']),
  );
  const { user, address } = begin();
  await press(user);
  await answer(user, 'Fill in');
  expect(await screen.findByText('No such place')).toBeVisible();
  expect(await question()).toHaveTextContent('Tell 2 candidates?');
  await answer(user, 'Not now');
  await press(user);
  await answer(user, 'Fill in');
  await screen.findByText('Tell 3 candidates?');
  serveCall('get', '/api/packages', []);
  await answer(user, 'Tell them now');
  await waitFor(() => {
    expect(address()).toBe(portalPaths.newMessage);
  });
  // All of them are of one run, to which the message goes.
  const [, first, ...others] = sent.map(runOf);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(others).toEqual([first, undefined, first]);
  expect(await screen.findByLabelText('Exams were filled in')).toHaveValue(first);
  expect(screen.getByLabelText('Subject')).toHaveValue('Your exams are on your pass');
});

it('tells of as many as there are, and of those whom a lost answer may have filled in', async () => {
  serveCall('post', fillIn, preview(150), part(ids(101), 'C100'), refusal(500, 'internal_error', ''));
  const { user } = begin();
  await press(user);
  await answer(user, 'Fill in');
  expect(await question()).toHaveTextContent('Tell those whose exams were filled in?');
});

it('reminds those who have not chosen', async () => {
  serveCall('get', '/api/packages', []);
  const { user, address } = begin();
  await user.click(await screen.findByRole('link', { name: 'Remind them' }));
  await waitFor(() => {
    expect(address()).toBe(portalPaths.newMessage);
  });
  expect(await screen.findByLabelText('Has chosen of all exams')).toHaveValue('false');
  expect(screen.getByLabelText('Subject')).toHaveValue('Please choose your exams');
});
