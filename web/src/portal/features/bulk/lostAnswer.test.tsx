// A bulk action whose answer is lost: it is not known whether it has begun, so that very one is sent again.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { lostAnswer, refusal, serveCall, type Sent } from '@/testing/calls';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

const bulk_id = '01747735200000-0123456789ABCDEF';

beforeEach(() => {
  session.start(tokenOf('asha', 'counter'));
  serveCall('post', '/api/bulk/preview', { changes: 2, skipped: [], sample: [] });
  const gone = refusal(404, 'not_found', 'It is not there.');
  serveCall('get', '/api/bulk/{id}', gone);
  serveCall('get', '/api/bulk/{id}/results', gone);
});

async function sendPasses() {
  const view = renderScreen(portalPaths.newBulk);
  await view.user.selectOptions(await screen.findByLabelText('Action'), 'Send passes again');
  await view.user.type(await screen.findByLabelText(/type the number/), '2');
  await view.user.click(screen.getByRole('button', { name: 'Send passes again' }));
  return view;
}

const keysOf = (sent: Sent[]) => new Set(sent.map(({ headers }) => headers.get('Idempotency-Key')));

it('is sent again under its key', async () => {
  const begun = serveCall('post', '/api/bulk', lostAnswer, refusal(503, 'busy', 'Others are sending this.'), {
    bulk_id,
  });
  const { address } = await sendPasses();
  await waitFor(() => expect(address()).toBe(portalPaths.bulkAction(bulk_id)));
  expect(begun).toHaveLength(3);
  expect(keysOf(begun).size).toBe(1);
});

it('stays the same when the page is left and it is chosen again', async () => {
  const begun = serveCall('post', '/api/bulk', lostAnswer, lostAnswer, lostAnswer, { bulk_id });
  const { unmount } = await sendPasses();
  expect(await screen.findByText(/not known whether it has begun/)).toBeVisible();
  unmount();
  const { address } = await sendPasses();
  await waitFor(() => expect(address()).toBe(portalPaths.bulkAction(bulk_id)));
  expect(begun).toHaveLength(4);
  expect(keysOf(begun).size).toBe(1);
});

it.each([
  ['stop', 'working', 'Stop', 'Resume'],
  ['resume', 'stopped', 'Resume', 'Stop'],
] as const)(
  'of a %s shows how it is, and leads nobody to the opposite',
  async (order, state, press, next) => {
    const action = {
      bulk_id,
      action: 'resend',
      state,
      audience: { customer_ids: [] },
      ...{ total: 2, done: 1, skipped: 0, failed: 0, left: 1, by: 'asha', at: '2025-05-30T20:35:00Z' },
    } satisfies AnswerOf<'/api/bulk/{id}'>;
    const then = { ...action, state: state === 'working' ? 'stopped' : 'working' };
    serveCall('get', '/api/bulk/{id}', action, then);
    serveCall('get', '/api/bulk/{id}/results', { results: [] });
    serveCall('post', `/api/bulk/{id}/${order}`, lostAnswer);
    const { user } = renderScreen(portalPaths.bulkAction(bulk_id));
    await user.click(await screen.findByRole('button', { name: press }));
    const words = await screen.findByText(/it is not known whether this was done/);
    expect(words).toHaveTextContent('Look at what the page says before you press anything again.');
    expect(await screen.findByRole('button', { name: next })).toBeVisible();
  },
);
