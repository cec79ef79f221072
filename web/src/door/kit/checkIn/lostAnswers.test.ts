// Scans of which the server may know, although no answer has come that says so.
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import { admitted, desk, now, pass, phone, queued, setUpDesk, undone } from '@/door/testing/desk';
import { asha, lookupOf, rosterPage } from '@/door/testing/device';
import { refusal, serveCall, type Sent } from '@/testing/calls';
import { server } from '@/testing/server';
import { Desk } from './desk';

setUpDesk();

const nonceOf = (sent: Sent | undefined) => (sent?.body as { nonce: string }).nonce;

/** The server has a scan, and the page is loaded again before the answer. */
async function loadedAgain(): Promise<{ again: Desk; nonce: string }> {
  const never = new Promise<typeof admitted>(() => undefined);
  const asked = serveCall('post', '/api/check-in/redeem', never);
  void desk.scan(pass(asha)).catch(() => undefined);
  await vi.waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  const again = new Desk(phone());
  again.choose(desk.state().list);
  return { again, nonce: nonceOf(asked[0]) };
}

it('takes back what a page that is gone has asked about a pass before it asks about the pass again', async () => {
  await takeOver(phone(), await rosterPage());
  const { again, nonce } = await loadedAgain();
  const calls: string[] = [];
  const undos = serveCall('post', '/api/check-in/undo', () => {
    calls.push('undo');
    return undone();
  });
  serveCall('post', '/api/check-in/redeem', () => {
    calls.push('redeem');
    return admitted;
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  expect(await again.scan(pass(asha))).toMatchObject({ result: 'admitted', isOffline: false });
  expect(calls).toEqual(['undo', 'redeem']);
  expect(undos[0]?.body).toMatchObject({ undoes: nonce });
  expect(await queued()).toEqual([]);
});

it('does not say without a network that somebody is in by a scan of a page that is gone', async () => {
  await takeOver(phone(), await rosterPage());
  const { again, nonce } = await loadedAgain();
  const at = Math.floor(Date.now() / 1000);
  const events: [string, string, number, string, string][] = [
    ['in', await lookupOf(asha), at, 'Gate 2 · 7F3K', nonce],
  ];
  await takeOver(phone(), await rosterPage({ events }));
  again.connection.lost();
  const { result, undoes } = await again.scan(pass(asha));
  expect(result).toBe('admitted');
  expect(await queued()).toMatchObject([
    { kind: 'undo', undoes: nonce },
    { kind: 'scan', nonce: undoes },
  ]);
});

const noAnswers = {
  'a success with nothing in it': () => new HttpResponse(null, { status: 200 }),
  'a success that says nothing of the scan': () => HttpResponse.json({ message: 'Welcome' }),
  'a time-out on the way': () => HttpResponse.json({}, { status: 408 }),
};

it.each(Object.entries(noAnswers))(
  'judges by the roster, and sends the scan later, after %s',
  async (_, no) => {
    await takeOver(phone(), await rosterPage());
    const nonces: string[] = [];
    server.use(
      http.post('*/api/check-in/redeem', async ({ request }) => {
        nonces.push(((await request.json()) as { nonce: string }).nonce);
        return no();
      }),
    );
    expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted', isOffline: true });
    expect(await queued()).toMatchObject([{ kind: 'scan', state: 'due', nonce: nonces[0] }]);
  },
);

it.each(Object.entries(noAnswers))('keeps scans and undos, and refuses nobody, after %s', async (_, no) => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', refusal(503, 'unavailable', ''));
  server.use(http.post('*/api/check-in/redeem-batch', no), http.post('*/api/check-in/undo', no));
  const { undoes = '' } = await desk.scan(pass(asha));
  await desk.refresh();
  expect(await queued()).toMatchObject([{ kind: 'scan' }]);
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [{ nonce: undoes, status: 200, answer: admitted, error: null, message: null }],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  await desk.undo(undoes, 'Scanned by mistake');
  await desk.refresh();
  await desk.refresh();
  expect(await queued()).toMatchObject([{ kind: 'undo', undoes }]);
  expect(desk.state()).toMatchObject({ refusal: undefined, reports: [], unsent: 1 });
});
