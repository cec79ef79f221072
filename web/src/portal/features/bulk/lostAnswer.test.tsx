// A bulk action whose answer is lost: it is not known whether it has begun, so that very one is sent again.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall, type Sent } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

const bulk_id = '01747735200000-0123456789ABCDEF';
const lost = refusal(504, 'timeout', '');

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
  const begun = serveCall('post', '/api/bulk', lost, refusal(503, 'busy', 'Others are sending this.'), {
    bulk_id,
  });
  const { address } = await sendPasses();
  await waitFor(() => expect(address()).toBe(portalPaths.bulkAction(bulk_id)));
  expect(begun).toHaveLength(3);
  expect(keysOf(begun).size).toBe(1);
});

it('stays the same when the page is left and it is chosen again', async () => {
  const begun = serveCall('post', '/api/bulk', lost, lost, lost, { bulk_id });
  const { unmount } = await sendPasses();
  expect(await screen.findByText(/not known whether it has begun/)).toBeVisible();
  unmount();
  const { address } = await sendPasses();
  await waitFor(() => expect(address()).toBe(portalPaths.bulkAction(bulk_id)));
  expect(begun).toHaveLength(4);
  expect(keysOf(begun).size).toBe(1);
});
