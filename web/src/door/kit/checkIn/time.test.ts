// What the server is told about when something was done, by a phone whose clock is set meanwhile.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import { admitted, desk, goOffline, now, pass, phone, setUpDesk } from '@/door/testing/desk';
import { asha, ravi, rosterPage, saturday } from '@/door/testing/device';
import { refusal, serveCall, type Sent as Call } from '@/testing/calls';
import { Desk } from './desk';

const hour = 3_600_000;
let passed = 0;

setUpDesk();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  passed = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
});
afterEach(() => {
  vi.useRealTimers();
});

function pause(ms: number): void {
  passed += ms;
  vi.setSystemTime(Date.now() + ms);
}

/** Answers as the server does whose clock is so far ahead of the phone's at this moment. */
async function serveAt(ahead: () => number) {
  const server_time = () => new Date(Date.now() + ahead()).toISOString();
  const page = await rosterPage({ entries: [] });
  serveCall('get', '/api/check-in/roster', () => ({ ...page, server_time: server_time() }));
  return serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const results = (body as { redeems: { nonce: string }[] }).redeems.map(({ nonce }) => {
      return { nonce, status: 200, answer: admitted, error: null, message: null };
    });
    return { results, server_time: server_time() };
  });
}

interface Sent {
  redeems: { scanned_at: string; sent_at: string }[];
}

const waits = (body: unknown) =>
  (body as Sent).redeems.map(({ scanned_at, sent_at }) => Date.parse(sent_at) - Date.parse(scanned_at));

it.each([3 * hour, -3 * hour, 24 * hour, -24 * hour, Date.parse('2025-05-31') * -1])(
  'tells how long a scan has waited when the clock is set by %i ms before it is sent',
  async (by) => {
    await takeOver(phone(), await rosterPage({ server_time: now() }));
    goOffline();
    await desk.scan(pass(asha));
    pause(20 * 60_000);
    vi.setSystemTime(Date.now() + by);
    const sent = await serveAt(() => -by);
    await desk.refresh();
    const [wait = NaN] = waits(sent[0]?.body);
    expect(Math.abs(wait - 20 * 60_000)).toBeLessThan(2_000);
  },
);

it('hears the clock of the server before it sends a scan of another page, where the phone was set in between', async () => {
  await takeOver(phone(), await rosterPage({ server_time: now() }));
  // The phone is three hours slow, and this page knows it.
  await serveAt(() => 3 * hour);
  await desk.refresh();
  goOffline();
  await desk.scan(pass(asha));
  pause(20 * 60_000);
  vi.setSystemTime(Date.now() + 3 * hour);
  const sent = await serveAt(() => 0);
  await new Desk(phone()).refresh();
  const [wait = NaN] = waits(sent[0]?.body);
  expect(Math.abs(wait - 20 * 60_000)).toBeLessThan(2_000);
});

const sunday = { list: 'day:2025-06-01', label: 'Sun 1 June', expected: 2, admitted: 0, begins_at: null };

/** Answers as the server does when Saturday's list is gone. */
async function serveWithoutSaturday() {
  const gone = refusal(422, 'invalid_field', 'There is no such list', 'list');
  const page = await rosterPage({ entries: [] });
  const ofList = ({ query }: Call) => (query.list === saturday ? gone : { ...page, server_time: now() });
  serveCall('get', '/api/check-in/roster', ofList as () => typeof page);
  return serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const { redeems } = body as { redeems: { nonce: string; list: string }[] };
    const results = redeems.map(({ nonce, list }) =>
      list === saturday
        ? { nonce, status: 422, answer: null, error: gone.code, message: gone.message }
        : { nonce, status: 200, answer: admitted, error: null, message: null },
    );
    return { results, server_time: now() };
  });
}

it.each(['saturday', 'sunday'])(
  'hears the clock of the server though the list of the first scan is gone, at the list of %s',
  async (chosen) => {
    await takeOver(phone(), await rosterPage({ server_time: now() }));
    await serveAt(() => 3 * hour);
    await desk.refresh();
    goOffline();
    await desk.scan(pass(asha));
    desk.choose(sunday);
    goOffline();
    await desk.scan(pass(ravi));
    if (chosen === 'saturday') desk.choose({ ...sunday, list: saturday });
    desk.stop();
    pause(20 * 60_000);
    vi.setSystemTime(Date.now() + 3 * hour);
    const sent = await serveWithoutSaturday();
    await new Desk(phone()).refresh();
    for (const wait of waits(sent[0]?.body)) expect(Math.abs(wait - 20 * 60_000)).toBeLessThan(2_000);
  },
);
