import { screen, waitFor } from '@testing-library/react';
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

it('still offers to tell those who were filled in before a part failed', async () => {
  serveCall(
    'post',
    fillIn,
    preview(3),
    part(['C0', 'C1'], 'C1'),
    refusal(422, 'invalid_field', 'No such place', 'behind'),
    preview(1),
    part(['C2']),
  );
  const { user, address } = begin();
  const press = async () => {
    const button = await screen.findByRole('button', { name: 'Fill in for the others' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
  };
  await press();
  await answer(user, 'Fill in');
  expect(await screen.findByText('No such place')).toBeVisible();
  expect(await question()).toHaveTextContent('Tell 2 candidates?');
  await answer(user, 'Not now');
  await press();
  await answer(user, 'Fill in');
  await screen.findByText('Tell 3 candidates?');
  await answer(user, 'Tell them now');
  await waitFor(() => expect(address()).toBe(portalPaths.newMessage));
});

it('says that everybody with all exams is written to where too many were filled in', async () => {
  serveCall('post', fillIn, preview(101), part(ids(101)));
  const { user } = begin();
  await user.click(await screen.findByRole('button', { name: 'Fill in for the others' }));
  await answer(user, 'Fill in');
  await screen.findByText('Tell everybody with all exams?');
  expect(await question()).toHaveTextContent('the message goes to everybody who has paid for all exams');
});
