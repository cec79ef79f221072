import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall, type Sent } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { templates } from '@/portal/kit/resources/messageTemplates';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

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
/** Agrees to the exams, and to nothing being mailed about them from here. */
const fillInUnmailed = async (user: UserEvent) => {
  await user.click(within(await question()).getByRole('checkbox', { name: 'Mail them what was chosen' }));
  await answer(user, 'Fill in');
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
  // Nobody is mailed before all of them are filled in.
  await answer(user, 'Fill in');
  expect(await screen.findByText('No such place')).toBeVisible();
  expect(await question()).toHaveTextContent('Tell 2 candidates?');
  await answer(user, 'Not now');
  await press(user);
  await fillInUnmailed(user);
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

describe('the mail of what was chosen', () => {
  const message_id = '01747735200000-0123456789ABCDEF';
  const mail = templates.find(({ id }) => id === 'exams-filled-in');
  const look = (recipients: number, skipped = 0) => ({
    recipients,
    skipped: skipped > 0 ? [{ reason: 'bounced', count: skipped }] : [],
    sample: { subject: '', text: '', html: '' },
  });
  const seen = () => screen.findByRole('link', { name: 'See the message' });
  const keysOf = (sent: Sent[]) => sent.map(({ headers }) => headers.get('Idempotency-Key'));

  it('goes to all of the run after its last part, and the next run has one of its own', async () => {
    const filled = serveCall(
      'post',
      fillIn,
      preview(3),
      part(['C0', 'C1'], 'C1'),
      part(['C2']),
      preview(1),
      part(['C3']),
    );
    const looked = serveCall('post', '/api/messages/preview', look(1), look(2, 1), look(1));
    const sent = serveCall('post', '/api/messages', { message_id });
    const { user } = begin();
    await press(user);
    expect(
      within(await question()).getByRole('checkbox', { name: 'Mail them what was chosen' }),
    ).toBeChecked();
    await answer(user, 'Fill in');
    expect(await seen()).toHaveAttribute('href', portalPaths.message(message_id));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    // Not before the lists show them, by which a message finds its people.
    expect(looked).toHaveLength(2);
    const run = filled.map(runOf)[1];
    expect(sent.map(({ body }) => body)).toEqual([
      { subject: mail?.subject, body: mail?.body, audience: { filled_in: run } },
    ]);
    await press(user);
    await answer(user, 'Fill in');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(await seen()).toBeVisible();
    const next = filled.map(runOf)[4];
    expect(next).not.toBe(run);
    expect(sent[1]?.body).toMatchObject({ audience: { filled_in: next } });
    expect(new Set(keysOf(sent)).size).toBe(2);
  });

  it('is sent again under its key where its answer is lost, before anything else is done', async () => {
    serveCall('post', fillIn, preview(2), part(['C0', 'C1']));
    serveCall('post', '/api/messages/preview', look(2));
    const lost = refusal(504, 'timeout', '');
    const busy = refusal(503, 'busy', 'Others are sending this.');
    const answers = [lost, lost, lost, busy, busy, busy, { message_id }];
    const sent = serveCall('post', '/api/messages', ...answers);
    const { user } = begin();
    await press(user);
    await answer(user, 'Fill in');
    expect(await screen.findByText(/not known whether they were mailed/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Mail them' }));
    // It may have arrived by one of the first.
    expect(await screen.findByText('Others are sending this.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Mail them' }));
    expect(await seen()).toBeVisible();
    expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeEnabled();
    expect(sent).toHaveLength(7);
    expect(new Set(keysOf(sent)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('waits for people who share an address until no more come, and not for ever', async () => {
    serveCall('post', fillIn, preview(3), part(['C0', 'C1', 'C2']));
    const looks = [look(0), look(1), look(2), look(2)];
    const looked = serveCall('post', '/api/messages/preview', ...Array(10).fill(look(0)), ...looks);
    const sent = serveCall('post', '/api/messages', { message_id });
    const { user } = begin();
    await press(user);
    await answer(user, 'Fill in');
    expect(await screen.findByText(/do not show that yet/)).toBeVisible();
    expect(sent).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Mail them' }));
    expect(await seen()).toBeVisible();
    expect(looked).toHaveLength(14);
  });

  it('is called failed where only the look before it was', async () => {
    serveCall('post', fillIn, preview(1), part(['C0']));
    serveCall('post', '/api/messages/preview', refusal(500, 'internal_error', ''));
    const sent = serveCall('post', '/api/messages', { message_id });
    const { user } = begin();
    await press(user);
    await answer(user, 'Fill in');
    expect(await screen.findByText('The exams are chosen, but nobody could be mailed')).toBeVisible();
    expect(sent).toHaveLength(0);
  });
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
