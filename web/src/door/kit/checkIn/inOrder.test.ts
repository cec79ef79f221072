// A scan does not overtake what was done about the same pass before.
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import {
  admitted,
  desk,
  goOffline,
  now,
  outage,
  pass,
  phone,
  queued,
  setUpDesk,
  undone,
} from '@/door/testing/desk';
import { asha, ravi, rosterPage } from '@/door/testing/device';
import { refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';

setUpDesk();

/** The calls of the door in the order in which they arrive. */
function arriving(): string[] {
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST') calls.push(pathname.replace('/api/check-in/', ''));
  });
  return calls;
}

async function admitAndTakeBack(): Promise<void> {
  const { undoes = '' } = await desk.scan(pass(asha));
  await desk.undo(undoes, 'Scanned by mistake');
}

it('tells the server what was taken back before it asks about the pass again', async () => {
  serveCall('post', '/api/check-in/redeem', admitted);
  serveCall('post', '/api/check-in/undo', undone());
  const calls = arriving();
  await admitAndTakeBack();
  await desk.scan(pass(asha));
  expect(calls).toEqual(['redeem', 'undo', 'redeem']);
});

it('tells the server whom it has let in without a network before it asks about the pass again', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  desk.connection.heard(undefined, 0);
  server.use(
    http.post('*/api/check-in/redeem-batch', async ({ request }) => {
      const { redeems } = (await request.json()) as { redeems: { nonce: string }[] };
      const results = redeems.map(({ nonce }) => ({ nonce, status: 200, answer: admitted }));
      return HttpResponse.json({ results, server_time: now() });
    }),
  );
  serveCall('post', '/api/check-in/redeem', { ...admitted, result: 'already' });
  const calls = arriving();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
  expect(calls).toEqual(['redeem-batch', 'redeem']);
});

it('judges by the roster where the server does not take that, and keeps the order', async () => {
  await takeOver(phone(), await rosterPage());
  const asked = serveCall('post', '/api/check-in/redeem', admitted);
  serveCall('post', '/api/check-in/undo', outage);
  await admitAndTakeBack();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted', isOffline: true });
  expect(asked).toHaveLength(1);
  expect(await queued()).toMatchObject([{ kind: 'undo' }, { kind: 'scan' }]);
});

it('says what the server refuses that for', async () => {
  serveCall('post', '/api/check-in/redeem', admitted);
  serveCall('post', '/api/check-in/undo', refusal(403, 'forbidden', 'You may not.'));
  await admitAndTakeBack();
  await expect(desk.scan(pass(asha))).rejects.toThrow('You may not.');
});

it('asks about another pass at once', async () => {
  serveCall('post', '/api/check-in/redeem', admitted);
  serveCall('post', '/api/check-in/undo', outage);
  const calls = arriving();
  await admitAndTakeBack();
  await desk.scan(pass(ravi));
  expect(calls).toEqual(['redeem', 'redeem']);
});

it('sends what is behind a scan and an undo that the server fails at each time, and keeps those two', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes: first = '' } = await desk.scan(pass(asha));
  await desk.undo(first, 'Scanned by mistake');
  const { undoes: second = '' } = await desk.scan(pass(ravi));
  await desk.undo(second, 'Not the person on the pass');
  const batches: string[][] = [];
  serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const nonces = (body as { redeems: { nonce: string }[] }).redeems.map(({ nonce }) => nonce);
    batches.push(nonces);
    const results = nonces.map((nonce) =>
      nonce === first
        ? { nonce, status: 500, answer: null, error: 'internal_error', message: '' }
        : { nonce, status: 200, answer: admitted, error: null, message: null },
    );
    return { results, server_time: now() };
  });
  const undos = serveCall('post', '/api/check-in/undo', refusal(500, 'internal_error', ''), undone());
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  await desk.refresh();
  expect(batches).toEqual([[first], [second]]);
  expect(undos.map(({ body }) => (body as { undoes: string }).undoes)).toEqual([first, second]);
  expect(await queued()).toMatchObject([{ nonce: first }, { undoes: first }]);
  expect(desk.state()).toMatchObject({ isOnline: true, unsent: 2 });
});
