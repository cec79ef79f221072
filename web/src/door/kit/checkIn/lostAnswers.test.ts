// Scans of which the server may know, although no answer has come that says so.
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import { admitted, desk, now, pass, phone, queued, setUpDesk } from '@/door/testing/desk';
import { asha, rosterPage } from '@/door/testing/device';
import { refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';

setUpDesk();

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
