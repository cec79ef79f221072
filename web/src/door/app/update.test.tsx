// When a new release takes over.
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { takeOver } from '@/door/kit/roster/roster';
import { admitted, desk, now, pass, phone, setUpDesk } from '@/door/testing/desk';
import { asha, rosterPage } from '@/door/testing/device';
import { refusal, serveCall } from '@/testing/calls';
import { App } from './App';

const apply = vi.fn<() => void>();
let release: () => void = () => undefined;
vi.mock('./update', () => ({
  keepUpToDate: (found: (apply: () => void) => void) => {
    release = () => {
      found(apply);
    };
    return Promise.resolve();
  },
}));

setUpDesk();
beforeEach(() => {
  apply.mockClear();
});

it('waits on a full phone until what this page alone remembers is sent', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  serveCall('post', '/api/check-in/redeem-batch', refusal(503, 'unavailable', ''));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await desk.letIn(pass(asha));
  render(<App desk={desk} />);
  await screen.findByText(/^This phone is full/);
  act(release);
  await desk.refresh();
  expect(apply).not.toHaveBeenCalled();
  serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const { redeems } = body as { redeems: { nonce: string }[] };
    const results = redeems.map(({ nonce }) => ({
      nonce,
      status: 200,
      answer: admitted,
      error: null,
      message: null,
    }));
    return { results, server_time: now() };
  });
  await desk.refresh();
  await desk.refresh();
  await waitFor(() => {
    expect(apply).toHaveBeenCalledOnce();
  });
});

it('does not take away what is typed to sign in', async () => {
  session.end('left');
  const user = userEvent.setup({ delay: null });
  render(<App desk={desk} />);
  const username = await screen.findByLabelText('Username');
  await user.type(username, 'meera');
  act(release);
  await screen.findByDisplayValue('meera');
  expect(apply).not.toHaveBeenCalled();
  await user.clear(username);
  await waitFor(() => {
    expect(apply).toHaveBeenCalledOnce();
  });
});
