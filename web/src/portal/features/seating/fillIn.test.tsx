import { act, screen, waitFor, within } from '@testing-library/react';
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

function begin(by = 'asha') {
  session.start(tokenOf(by));
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/halls', []);
  serveCall('get', '/api/seating', []);
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
  expect(await screen.findByText(/^2 candidates whose .* have not been told/)).toBeVisible();
  await press(user);
  expect(await question()).toHaveTextContent('A mail goes also to 2 candidates whose exams were filled in');
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
  expect(await screen.findByText('Those whose exams were filled in have not been told.')).toBeVisible();
});

it('joins none whose mail was declined, and forgets those who are dismissed', async () => {
  const sent = serveCall('post', fillIn, preview(2), part(['C0', 'C1']), preview(1), part(['C2']));
  const { user } = begin();
  await press(user);
  await fillInUnmailed(user);
  await answer(user, 'Not now');
  await press(user);
  expect(await question()).not.toHaveTextContent('A mail goes also to');
  await fillInUnmailed(user);
  expect(await question()).toHaveTextContent('Tell 1 candidate?');
  await answer(user, 'Not now');
  expect(runOf(sent[3] as Sent)).not.toBe(runOf(sent[1] as Sent));
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await answer(user, 'Mail nothing');
  await waitFor(() => {
    expect(screen.queryByText(/not been told/)).not.toBeInTheDocument();
  });
  expect(screen.queryByRole('button', { name: 'Mail them' })).not.toBeInTheDocument();
});

it('does not say that exams may have been chosen where it only looked', async () => {
  serveCall('post', fillIn, refusal(500, 'internal_error', ''));
  const { user } = begin();
  await press(user);
  const words = await screen.findByText(/^Not all exams could be filled in/);
  expect(words).not.toHaveTextContent('not known whether');
});

describe('the mail of what was chosen', () => {
  const message_id = '01747735200000-0123456789ABCDEF';
  const mail = templates.find(({ id }) => id === 'exams-filled-in');
  const look = (candidates: number, skipped = 0, recipients = candidates - skipped) => ({
    recipients,
    candidates,
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
    const looked = serveCall('post', '/api/messages/preview', look(1), look(3, 1), look(1));
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

  it('waits for all of them, whatever addresses they share, and not for ever', async () => {
    serveCall('post', fillIn, preview(3), part(['C0', 'C1', 'C2']));
    const looks = [look(0), look(2), look(2), look(3, 0, 2)];
    const looked = serveCall('post', '/api/messages/preview', ...Array(10).fill(look(0)), ...looks);
    const sent = serveCall('post', '/api/messages', { message_id });
    const { user } = begin();
    await press(user);
    await answer(user, 'Fill in');
    expect(await screen.findByText(/do not show that\. If/)).toBeVisible();
    expect(sent).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Mail them' }));
    expect(await seen()).toBeVisible();
    expect(looked).toHaveLength(14);
  });

  it('goes to a part of them only if that is wanted', async () => {
    serveCall('post', fillIn, preview(3), part(['C0', 'C1', 'C2']));
    const looked = serveCall('post', '/api/messages/preview', look(2));
    const sent = serveCall('post', '/api/messages', { message_id });
    const { user } = begin();
    await press(user);
    await answer(user, 'Fill in');
    expect(await question()).toHaveTextContent('Mail 2 of 3 candidates?');
    expect(looked).toHaveLength(10);
    await answer(user, 'Not yet');
    expect(await screen.findByText(/do not show all of them\. If/)).toBeVisible();
    expect(sent).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Mail them' }));
    await answer(user, 'Mail these 2');
    expect(await seen()).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('goes to as many as are found only if that is wanted, where an answer was lost', async () => {
    const lost = refusal(504, 'timeout', '');
    serveCall('post', fillIn, preview(3), part(['C0'], 'C0'), lost, preview(0));
    const looked = serveCall('post', '/api/messages/preview', look(0), look(1), look(2), look(2));
    const sent = serveCall('post', '/api/messages', { message_id });
    const { user } = begin();
    await press(user);
    await answer(user, 'Fill in');
    await user.click(await screen.findByRole('button', { name: 'Mail them' }));
    expect(await question()).toHaveTextContent('Mail 2 candidates?');
    expect(await question()).toHaveTextContent('An answer was lost, so there may be more.');
    expect(looked).toHaveLength(10);
    expect(sent).toHaveLength(0);
    await answer(user, 'Mail these 2');
    expect(await seen()).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  describe.each([
    ['of a page that was left', () => undefined],
    [
      'of a tab that was closed',
      () => {
        sessionStorage.clear();
      },
    ],
  ])('%s', (_, close) => {
    const reopened = async (unmount: () => void) => {
      unmount();
      close();
      const { user } = begin();
      return { user, mailThem: await screen.findByRole('button', { name: 'Mail them' }) };
    };

    it('is offered at the next visit, to the same run, and no longer once it is sent', async () => {
      const filled = serveCall('post', fillIn, preview(2), part(['C0', 'C1']), preview(0));
      serveCall('post', '/api/messages/preview', ...Array(10).fill(look(0)), look(2));
      const sent = serveCall('post', '/api/messages', { message_id });
      const first = begin();
      await press(first.user);
      await answer(first.user, 'Fill in');
      expect(await screen.findByText(/do not show that\. If/)).toBeVisible();
      const { user, mailThem } = await reopened(first.unmount);
      expect(screen.getByText('2 candidates whose exams were filled in have not been told.')).toBeVisible();
      await user.click(mailThem);
      expect(await seen()).toBeVisible();
      expect(sent.map(({ body }) => body)).toMatchObject([{ audience: { filled_in: filled.map(runOf)[1] } }]);
      expect(screen.queryByRole('button', { name: 'Mail them' })).not.toBeInTheDocument();
    });

    it('is offered where the page was left before the answer came, and not to another person', async () => {
      serveCall('post', fillIn, preview(2), new Promise<never>(() => undefined));
      const first = begin();
      await press(first.user);
      await answer(first.user, 'Fill in');
      await screen.findByText('0 of 2…');
      first.unmount();
      const other = begin('binu');
      await screen.findByRole('button', { name: 'Fill in for the others' });
      expect(screen.queryByRole('button', { name: 'Mail them' })).not.toBeInTheDocument();
      const { mailThem } = await reopened(other.unmount);
      expect(mailThem).toBeEnabled();
      expect(screen.getByText('Those whose exams were filled in have not been told.')).toBeVisible();
    });

    it('is still the same message where its answer was lost', async () => {
      const lost = refusal(504, 'timeout', '');
      serveCall('post', fillIn, preview(2), part(['C0', 'C1']));
      const looked = serveCall('post', '/api/messages/preview', look(2));
      const sent = serveCall('post', '/api/messages', lost, lost, lost, { message_id });
      const first = begin();
      await press(first.user);
      await answer(first.user, 'Fill in');
      expect(await screen.findByText(/not known whether they were mailed/)).toBeVisible();
      const { user, mailThem } = await reopened(first.unmount);
      expect(screen.getByText(/not known whether those .* were mailed/)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeDisabled();
      await user.click(mailThem);
      expect(await seen()).toBeVisible();
      expect(looked).toHaveLength(1);
      expect(new Set(keysOf(sent)).size).toBe(1);
      expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeEnabled();
    });

    it('is not promised to be the same message once the server may have forgotten its key', async () => {
      const lost = refusal(504, 'timeout', '');
      serveCall('post', fillIn, preview(2), part(['C0', 'C1']));
      serveCall('post', '/api/messages/preview', look(2));
      serveCall('post', '/api/messages', lost);
      const first = begin();
      await press(first.user);
      await answer(first.user, 'Fill in');
      expect(await screen.findByText(/not known whether they were mailed/)).toBeVisible();
      const now = Date.now.bind(Date);
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 24 * 3_600_000);
      first.unmount();
      close();
      const { user } = begin();
      expect(await screen.findByText(/Look for it in the list of messages before/)).toBeVisible();
      expect(screen.queryByText(/nobody gets it twice/)).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Mail them' })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'All messages' })).toHaveAttribute(
        'href',
        portalPaths.messages,
      );
      expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeDisabled();
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      await answer(user, 'Mail nothing');
      await waitFor(() => {
        expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeEnabled();
      });
    });

    it('is the same message where one from the screen of messages has no answer', async () => {
      const lost = refusal(504, 'timeout', '');
      const filled = serveCall('post', fillIn, preview(2), part(['C0', 'C1']));
      serveCall('post', '/api/messages/preview', look(2));
      const sent = serveCall('post', '/api/messages', lost, lost, lost, { message_id });
      serveCall('get', '/api/packages', []);
      const first = begin();
      await press(first.user);
      await fillInUnmailed(first.user);
      await answer(first.user, 'Tell them now');
      await first.user.click(await screen.findByRole('button', { name: 'Send' }));
      await answer(first.user, 'Send to 2');
      expect(await screen.findByText(/not known whether the message was sent/)).toBeVisible();
      const { user, mailThem } = await reopened(first.unmount);
      expect(screen.getByText(/not known whether those .* were mailed/)).toBeVisible();
      await user.click(mailThem);
      expect(await seen()).toBeVisible();
      expect(keysOf(sent)).toEqual(Array(4).fill(filled.map(runOf)[1]));
    });

    it('is not offered any more once the run was written to from the screen of messages', async () => {
      serveCall('post', fillIn, preview(2), part(['C0', 'C1']));
      serveCall('post', '/api/messages/preview', look(2));
      serveCall('post', '/api/messages', { message_id });
      serveCall('get', '/api/packages', []);
      serveCall('get', '/api/messages/{id}', refusal(404, 'not_found', ''));
      serveCall('get', '/api/messages/{id}/recipients', refusal(404, 'not_found', ''));
      const first = begin();
      await press(first.user);
      await fillInUnmailed(first.user);
      await answer(first.user, 'Tell them now');
      await first.user.click(await screen.findByRole('button', { name: 'Send' }));
      await answer(first.user, 'Send to 2');
      await waitFor(() => expect(first.address()).toBe(portalPaths.message(message_id)));
      first.unmount();
      close();
      begin();
      await screen.findByRole('button', { name: 'Fill in for the others' });
      expect(screen.queryByRole('button', { name: 'Mail them' })).not.toBeInTheDocument();
    });
  });

  it('is not offered any more once another tab has sent it', async () => {
    serveCall('post', fillIn, preview(1), part(['C0']));
    const { user } = begin();
    await press(user);
    await fillInUnmailed(user);
    await answer(user, 'Not now');
    expect(await screen.findByRole('button', { name: 'Mail them' })).toBeVisible();
    act(() => {
      localStorage.setItem('runs-untold', '{}');
      window.dispatchEvent(new StorageEvent('storage', { key: 'runs-untold' }));
    });
    expect(screen.queryByRole('button', { name: 'Mail them' })).not.toBeInTheDocument();
  });

  it('is over where the server has it with another text', async () => {
    serveCall('post', fillIn, preview(1), part(['C0']));
    serveCall('post', '/api/messages/preview', look(1));
    serveCall('post', '/api/messages', refusal(409, 'idempotency_key_reused', 'Another form has this key.'));
    const { user } = begin();
    await press(user);
    await answer(user, 'Fill in');
    expect(await question()).toHaveTextContent('They were mailed before');
    await answer(user, 'OK');
    expect(screen.queryByRole('button', { name: 'Mail them' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Fill in for the others' })).toBeEnabled();
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
