// People who go out and come in again, at a list that counts it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTyped, type Reading } from '@/door/kit/pass/reading';
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
import { asha, lookupOf, ravi, rosterPage, saturday, stranger } from '@/door/testing/device';
import { serveCall } from '@/testing/calls';

setUpDesk();

const counting = {
  list: saturday,
  label: 'Sat 31 May',
  expected: 2,
  admitted: 1,
  inside: 1,
  begins_at: null,
};

beforeEach(() => {
  serveCall('get', '/api/check-in/lists', [counting]);
  desk.choose(counting);
});

const results = async () => {
  const due = await queued();
  return due.map(({ nonce }) => ({ nonce, status: 200, answer: admitted, error: null, message: null }));
};

it('lets people out and in again without a network, and sends each scan with its way', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
  expect(await desk.scan(pass(asha), true)).toMatchObject({ result: 'out', name: 'Asha Rao' });
  expect(await desk.scan(pass(asha), true)).toMatchObject({
    result: 'not_in',
    wentOut: { place: 'Gate 2 · 7F3K' },
  });
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'back', wentOut: { place: 'Gate 2 · 7F3K' } });
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
  const sent = serveCall('post', '/api/check-in/redeem-batch', {
    results: await results(),
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  await desk.refresh();
  const { redeems } = sent[0]?.body as { redeems: { direction?: string; offline: boolean }[] };
  expect(redeems.map(({ direction, offline }) => [direction, offline])).toEqual([
    [undefined, true],
    ['out', true],
    ['out', true],
    [undefined, true],
    // Who is in already is let in by nobody.
    [undefined, false],
  ]);
  expect(desk.state()).toMatchObject({ unsent: 0, reports: [] });
  goOffline();
  expect(await desk.scan(pass(asha), true)).toMatchObject({ result: 'out' });
});

describe('within one millisecond', () => {
  let passed = 0;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    passed = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('knows in which order somebody came and went, and tells the server so', async () => {
    await takeOver(phone(), await rosterPage());
    goOffline();
    await desk.scan(pass(asha));
    await desk.scan(pass(asha), true);
    expect(await desk.look(pass(asha))).toMatchObject({ result: 'away' });
    await desk.scan(pass(asha));
    expect(await desk.look(pass(asha))).toMatchObject({ result: 'already' });
    passed += 1_000;
    const sent = serveCall('post', '/api/check-in/redeem-batch', {
      results: await results(),
      server_time: now(),
    });
    serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
    await desk.refresh();
    const { redeems } = sent[0]?.body as { redeems: { scanned_at: string; sent_at: string }[] };
    const waits = redeems.map(({ scanned_at, sent_at }) => Date.parse(sent_at) - Date.parse(scanned_at));
    expect(waits).toEqual([...waits].sort((one, other) => other - one));
    expect(new Set(waits).size).toBe(3);
  });
});

it('keeps nobody from going out whom it does not know, and keeps the scan', async () => {
  goOffline();
  expect(await desk.scan(pass(stranger), true)).toMatchObject({ result: 'not_in' });
  await takeOver(phone(), await rosterPage());
  expect(await desk.scan(pass(ravi), true)).toMatchObject({ result: 'not_in', name: 'Ravi Nair' });
  expect(await desk.scan(readTyped('CZ6S 4932 KF26') as Reading, true)).toMatchObject({ result: 'not_in' });
  expect(await queued()).toMatchObject([
    { passNo: 'ZZZZZZZZZZZZ', code: stranger, isExit: true },
    { passNo: 'A1B2C3D4E5F6', code: 'A1B2C3D4E5F6', isExit: true },
    { passNo: 'CZ6S4932KF26', isExit: true },
  ]);
});

it('keeps an exit whose answer was lost, and sends it with the same nonce', async () => {
  await takeOver(phone(), await rosterPage());
  const asked = serveCall('post', '/api/check-in/redeem', outage);
  expect(await desk.scan(pass(asha), true)).toMatchObject({ result: 'not_in' });
  expect(asked[0]?.body).toMatchObject({ direction: 'out' });
  expect(await queued()).toMatchObject([
    { nonce: (asked[0]?.body as { nonce: string }).nonce, isExit: true },
  ]);
});

it('knows who has gone out elsewhere, and who is inside again', async () => {
  const lookup = await lookupOf(asha);
  const events: unknown[][] = [
    ['in', lookup, Date.parse('2025-05-31T04:00:00Z') / 1000, 'Gate 1', 'nonce'],
    ['left', lookup, Date.parse('2025-05-31T05:00:00Z') / 1000],
  ];
  await takeOver(phone(), await rosterPage({ events: events as never }));
  goOffline();
  expect(await desk.look(pass(asha))).toMatchObject({ result: 'away', isLook: true });
  events.push(['back', lookup, Date.parse('2025-05-31T05:30:00Z') / 1000]);
  await takeOver(phone(), await rosterPage({ events: events as never }));
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
});

it('knows that the portal has taken an exit back, and where the person is by what is left', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  await desk.scan(pass(asha), true);
  const [, exit] = await queued();
  expect(await desk.look(pass(asha))).toMatchObject({ result: 'away' });
  const back = ['back', await lookupOf(asha), Date.parse(now()) / 1000 - 60, 'Gate 2', exit?.nonce];
  await takeOver(phone(), await rosterPage({ events: [back] as never }));
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
});

it('knows of the last exit, whatever was told before', async () => {
  const lookup = await lookupOf(asha);
  const at = (time: string) => Date.parse(`2025-05-31T${time}:00Z`) / 1000;
  const events = [
    ['in', lookup, at('04:00'), 'Gate 1', 'nonce'],
    ['left', lookup, at('04:40')],
    ['left', lookup, at('04:50')],
  ];
  await takeOver(phone(), await rosterPage({ events: events as never }));
  goOffline();
  const { wentOut } = await desk.look(pass(asha));
  expect(wentOut).toMatchObject({ at: at('04:50') * 1000 });
});

it('takes an exit back, and has nothing to look at then', async () => {
  await takeOver(phone(), await rosterPage());
  const answer = { ...admitted, result: 'out' as const };
  serveCall('post', '/api/check-in/redeem', answer);
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  const { undoes = '', result } = await desk.scan(pass(asha), true);
  expect(result).toBe('out');
  await desk.undo(undoes, 'Did not go out');
  const stillIn = { at: now(), by: 'meera', device: 'Gate 1' };
  const sent = serveCall('post', '/api/check-in/undo', { ...undone(), still_in: stillIn });
  await desk.refresh();
  expect(sent[0]?.body).toMatchObject({ undoes, reason: 'Did not go out' });
  expect(desk.state().reports).toEqual([]);
});

it('goes in alone where the list does not count who goes out', async () => {
  desk.choose({ ...counting, inside: null });
  const sent = serveCall('post', '/api/check-in/redeem', admitted);
  expect(await desk.scan(pass(asha), true)).toMatchObject({ result: 'admitted' });
  expect(sent[0]?.body).not.toHaveProperty('direction');
  const [kept] = await phone().getAll('queue');
  expect(kept).not.toHaveProperty('isExit');
  expect(kept).not.toHaveProperty('isCounted');
});

it('says of somebody who was found by name that no pass was shown', async () => {
  serveCall('post', '/api/check-in/redeem', { ...admitted, notices: ['number_only'] });
  const typed = readTyped('CZ6S 4932 KF26') as Reading;
  expect(await desk.scan({ ...typed, isFound: true })).toMatchObject({ notices: ['found_by_name'] });
});
