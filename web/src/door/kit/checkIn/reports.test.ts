import { afterEach, expect, it, vi } from 'vitest';
import { changeSettings } from '@/door/kit/device/settings';
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
import { asha, lookupOf, ravi, rosterPage, saturday } from '@/door/testing/device';
import { refusal, serveCall } from '@/testing/calls';
import { Desk } from './desk';
import { Reports } from './reports';

setUpDesk();
afterEach(() => {
  vi.useRealTimers();
});

it('reports somebody whom another device had let in, by name on the screen and without one on the device', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  const [scan] = await queued();
  const answer = { ...admitted, result: 'already' as const, device: 'Gate 5 · AAAA' };
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [{ nonce: scan?.nonce ?? '', status: 200, answer, error: null, message: null }],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  await desk.refresh();
  const [report] = desk.state().reports;
  expect(report).toMatchObject({ kind: 'double', name: 'Asha Rao', passNo: 'CZ6S4932KF26' });
  expect(report?.places.map(({ device }) => device)).toEqual(['Gate 5 · AAAA', 'Gate 2 · 7F3K']);
  expect(JSON.stringify(await phone().getAll('reports'))).not.toContain('Asha');
  await desk.dealWith(report?.id ?? '');
  expect(desk.state().reports).toEqual([]);
});

it('does not take its own scan, whose answer was lost, for a double', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', outage);
  await desk.scan(pass(asha));
  const [scan] = await queued();
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [
      {
        nonce: scan?.nonce ?? '',
        status: 200,
        answer: { ...admitted, result: 'already' as const },
        error: null,
        message: null,
      },
    ],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  await desk.refresh();
  expect(desk.state().reports).toEqual([]);
});

it('reports a double that the other device has sent', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  const [scan] = await queued();
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [{ nonce: scan?.nonce ?? '', status: 200, answer: admitted, error: null, message: null }],
    server_time: now(),
  });
  const place = (device: string) => ({ at: now(), by: 'meera', device });
  const doubles = [
    { lookup: await lookupOf(asha), first: place('Gate 2 · 7F3K'), second: place('Gate 5 · AAAA') },
    { lookup: await lookupOf(ravi), first: place('Gate 5 · AAAA'), second: place('Gate 6 · BBBB') },
  ];
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], doubles }));
  await desk.refresh();
  expect(desk.state().reports).toMatchObject([{ kind: 'double', passNo: 'CZ6S4932KF26' }]);
});

it('reports somebody whom it has let in and the server refuses', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  const [scan] = await queued();
  const answer = { ...admitted, result: 'refused' as const, reason: 'withdrawn' as const, at: null };
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [{ nonce: scan?.nonce ?? '', status: 200, answer, error: null, message: null }],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  await desk.refresh();
  expect(desk.state().reports).toMatchObject([{ kind: 'refused', reason: 'withdrawn', name: 'Asha Rao' }]);
});

it('reports somebody who is still in by another gate, and what the server does not take back', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', admitted);
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  const stillIn = { at: now(), by: 'meera', device: 'Gate 5 · AAAA' };
  serveCall(
    'post',
    '/api/check-in/undo',
    { ...undone(), still_in: stillIn },
    refusal(409, 'too_late', 'This was more than an hour ago.'),
  );
  for (const code of [asha, ravi]) {
    const { undoes = '' } = await desk.scan(pass(code));
    await desk.undo(undoes, 'Scanned by mistake');
    await desk.refresh();
  }
  const reports = [...desk.state().reports].sort((one) => (one.name === undefined ? 1 : -1));
  expect(reports).toMatchObject([
    { kind: 'undo', name: 'Asha Rao', places: [{ device: 'Gate 5 · AAAA' }] },
    { kind: 'undo', reason: 'This was more than an hour ago.', places: [] },
  ]);
  expect(await queued()).toEqual([]);
});

it('is told of a double by the name of the gate where it stood when it let the person in', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  changeSettings({ place: 'Gate 9' });
  const place = (device: string) => ({ at: now(), by: 'meera', device });
  const doubles = [
    { lookup: await lookupOf(asha), first: place('Gate 5 · AAAA'), second: place('Gate 2 · 7F3K') },
    { lookup: await lookupOf(ravi), first: place('Gate 5 · AAAA'), second: place('Gate 6 · BBBB') },
  ];
  await new Reports(phone()).addDoubles(await rosterPage({ doubles }));
  expect(await phone().getAll('reports')).toMatchObject([
    { passNo: 'CZ6S4932KF26', places: [{ device: 'Gate 5 · AAAA' }, { device: 'Gate 2 · 7F3K' }] },
  ]);
});

const late = 'Gate 5 · AAAA';
const result = (nonce: string | undefined, answer: object) =>
  ({ nonce: nonce ?? '', status: 200, answer, error: null, message: null }) as never;

/** Scans a pass without a network, and sends that. The answer is made of the scan. */
async function scanAndSend(answerTo: (scan: { at: number }) => object): Promise<string> {
  goOffline();
  const { undoes = '' } = await desk.scan(pass(asha));
  const [scan] = await queued();
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [result(undoes, answerTo({ at: scan?.at ?? 0 }))],
    server_time: now(),
  });
  await desk.refresh();
  return undoes;
}

it('reports of one pass what comes after a report that was dealt with, and each double once', async () => {
  await takeOver(phone(), await rosterPage());
  const first = { at: new Date(Date.now() - 60_000).toISOString(), by: 'meera', device: late };
  const doubles: { lookup: string; first: typeof first; second: typeof first }[] = [];
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], doubles, server_time: now() }));
  const twice = ({ at }: { at: number }) => {
    const second = { at: new Date(at).toISOString(), by: 'meera', device: 'Gate 2 · 7F3K' };
    return { ...admitted, result: 'already', at: first.at, device: late, double: second };
  };
  const undoes = await scanAndSend(twice);
  const [double] = desk.state().reports;
  const lookup = await lookupOf(asha);
  const told = (second: string) => ({
    lookup,
    first,
    second: { ...first, at: second, device: 'Gate 2 · 7F3K' },
  });
  // The server tells of the same one.
  doubles.push(told(double?.places[1]?.at ?? ''));
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], doubles, server_time: now() }));
  await desk.refresh();
  expect(desk.state().reports).toMatchObject([{ kind: 'double', name: 'Asha Rao' }]);
  await desk.dealWith(double?.id ?? '');
  await desk.refresh();
  expect(desk.state().reports).toEqual([]);

  doubles.push(told(new Date(Date.now() + 1_000).toISOString()));
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], doubles, server_time: now() }));
  await desk.refresh();
  expect(desk.state().reports).toMatchObject([{ kind: 'double' }]);
  await desk.dealWith(desk.state().reports[0]?.id ?? '');
  serveCall('post', '/api/check-in/undo', undone());
  await desk.undo(undoes, 'Scanned by mistake');
  await desk.refresh();
  await scanAndSend(() => ({ ...admitted, result: 'refused', reason: 'withdrawn', at: null }));
  expect(desk.state().reports).toMatchObject([{ kind: 'refused', reason: 'withdrawn' }]);
});

it('says nothing of practice once the server names a beginning of its list that is past', async () => {
  await takeOver(phone(), await rosterPage());
  const place = (at: number) => ({ at: new Date(at).toISOString(), by: 'meera', device: 'Gate 2 · 7F3K' });
  const evening = Date.now() - 3_600_000;
  const doubles = [{ lookup: await lookupOf(asha), first: place(evening), second: place(evening + 60_000) }];
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], doubles, server_time: now() }));
  const listed = { list: saturday, label: 'Sat 31 May', expected: 2, admitted: 0 };
  const serveLists = (begins: number) =>
    serveCall('get', '/api/check-in/lists', [{ ...listed, begins_at: new Date(begins).toISOString() }]);
  serveLists(Date.now() + 60_000);
  await phone().put(
    'reports',
    { id: 'practice', kind: 'refused', list: saturday, passNo: 'A', places: [], at: evening },
    'practice',
  );
  await desk.refresh();
  expect(desk.state().reports).toHaveLength(2);
  serveLists(Date.now() - 60_000);
  await desk.readLists();
  await desk.dealWith('another');
  expect(desk.state().reports).toEqual([]);
  const again = new Desk(phone());
  await again.refresh();
  expect(again.state().reports).toEqual([]);
});

it('says nothing of practice once midnight has passed without a network, in this page and in the next', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let passed = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  const evening = Date.now() - 3_600_000;
  const begins_at = new Date(Date.now() + 60_000).toISOString();
  serveCall('get', '/api/check-in/lists', [
    { list: saturday, label: 'Sat 31 May', expected: 2, admitted: 0, begins_at },
  ]);
  await desk.readLists();
  const practice = { id: 'practice', kind: 'refused' as const, list: saturday, passNo: 'A', places: [] };
  await phone().put('reports', { ...practice, at: evening }, 'practice');
  await desk.dealWith('another');
  expect(desk.state().reports).toMatchObject([{ id: 'practice' }]);
  serveCall('get', '/api/check-in/lists', outage);
  serveCall('get', '/api/check-in/roster', outage);
  goOffline();
  passed += 120_000;
  vi.setSystemTime(Date.now() + 120_000);
  await desk.dealWith('another');
  expect(desk.state().reports).toEqual([]);
  const again = new Desk(phone());
  await again.start();
  expect(again.state().reports).toEqual([]);
  again.stop();
  await again.refresh();
  expect(await phone().getAll('reports')).toHaveLength(1);
});

it('keeps what the server does not take, says so, and sends it once that is over', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes: first = '' } = await desk.scan(pass(asha));
  const { undoes: second = '' } = await desk.scan(pass(ravi));
  const gone = { status: 422, answer: null, error: 'invalid_field', message: 'There is no such list' };
  const left = { ...gone, nonce: first };
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [left, result(second, admitted)],
    server_time: now(),
  });
  await desk.refresh();
  expect(await queued()).toMatchObject([{ nonce: first, state: 'due' }]);
  expect(desk.state()).toMatchObject({
    unsent: 1,
    reports: [
      {
        kind: 'unsent scan',
        passNo: 'CZ6S4932KF26',
        reason: 'There is no such list',
        places: [{ device: 'Gate 2 · 7F3K' }],
      },
    ],
  });
  // Neither the end of the session nor another load of the page deletes what nobody else knows.
  await desk.forget();
  expect(await queued()).toMatchObject([{ nonce: first, state: 'due' }]);
  const again = new Desk(phone());
  serveCall('post', '/api/check-in/redeem-batch', { results: [left], server_time: now() });
  await again.refresh();
  expect(again.state()).toMatchObject({ unsent: 1, reports: [{ kind: 'unsent scan' }] });
  serveCall('post', '/api/check-in/redeem-batch', { results: [result(first, admitted)], server_time: now() });
  await again.refresh();
  expect(again.state()).toMatchObject({ unsent: 0, reports: [] });
});

it('has the server judge a pass again whose first scan it does not take, as it judges every other pass', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes: first = '' } = await desk.scan(pass(asha));
  const message = 'There is no such list';
  const left = { nonce: first, status: 422, answer: null, error: 'invalid_field', message };
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  serveCall('post', '/api/check-in/redeem-batch', { results: [left], server_time: now() });
  serveCall('post', '/api/check-in/redeem', refusal(422, 'invalid_field', message, 'list'));
  await desk.refresh();
  for (const code of [asha, ravi]) await expect(desk.scan(pass(code))).rejects.toThrow(message);
  expect(await queued()).toMatchObject([{ nonce: first, state: 'due' }]);
});

it('keeps an undo that the server does not take until somebody gives it up', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', admitted);
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  const { undoes = '' } = await desk.scan(pass(asha));
  serveCall('post', '/api/check-in/undo', refusal(422, 'invalid_field', 'There is no such list', 'list'));
  await desk.undo(undoes, 'Scanned by mistake');
  await desk.refresh();
  const [report] = desk.state().reports;
  expect(report).toMatchObject({ kind: 'unsent undo', passNo: 'CZ6S4932KF26' });
  expect(await queued()).toMatchObject([{ kind: 'undo', nonce: report?.id }]);
  await desk.dealWith(report?.id ?? '');
  expect(desk.state()).toMatchObject({ unsent: 0, reports: [] });
  expect(await queued()).toEqual([]);
});
