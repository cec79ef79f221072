import { expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { readCode, readTyped, type Reading } from '@/door/kit/pass/reading';
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
import { asha, exams, lookupOf, ravi, rosterPage, saturday, sealed, stranger } from '@/door/testing/device';
import { refusal, serveCall } from '@/testing/calls';
import { Desk } from './desk';

setUpDesk();

it('asks the server, and has nothing to send that it has answered', async () => {
  const sent = serveCall('post', '/api/check-in/redeem', admitted);
  expect(await desk.scan(pass(asha))).toMatchObject({
    result: 'admitted',
    name: 'Asha Rao',
    isOffline: false,
  });
  expect(sent[0]?.body).toMatchObject({ code: asha, list: saturday, device: 'Gate 2 · 7F3K' });
  expect(await queued()).toEqual([]);
});

it('asks nobody about a code that is no pass', async () => {
  expect(await desk.scan(readCode('https://example.com'))).toMatchObject({
    result: 'refused',
    reason: 'malformed',
  });
});

it('judges by the roster when the server does not answer, sends the same nonce later, and keeps no key of the pass', async () => {
  await takeOver(phone(), await rosterPage());
  const asked = serveCall('post', '/api/check-in/redeem', outage);
  expect(await desk.scan(pass(asha))).toMatchObject({
    result: 'admitted',
    name: 'Asha Rao',
    isOffline: true,
  });
  expect(desk.state().isOnline).toBe(false);
  const [scan] = await queued();
  expect(scan).toMatchObject({ code: 'CZ6S4932KF26', list: saturday, device: 'Gate 2 · 7F3K' });
  expect(scan?.nonce).toBe((asked[0]?.body as { nonce: string }).nonce);
});

it('keeps no key of a pass that was scanned without a network', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  expect(await queued()).toMatchObject([{ code: 'CZ6S4932KF26', passNo: 'CZ6S4932KF26' }]);
});

it('keeps no key of a pass that the server has answered', async () => {
  serveCall('post', '/api/check-in/redeem', admitted);
  await desk.scan(pass(asha));
  expect(await phone().getAll('queue')).toMatchObject([{ code: 'CZ6S4932KF26', state: 'told' }]);
});

it('says at the second scan without a network that somebody is in, and queues one admission', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
  expect(await desk.scan(pass(asha))).toMatchObject({
    result: 'already',
    since: { place: 'Gate 2 · 7F3K' },
  });
  expect(await queued()).toHaveLength(1);
});

it('says without a network that somebody is in whom the server has just admitted', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', admitted);
  await desk.scan(pass(asha));
  goOffline();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already', since: { place: 'Gate 2 · 7F3K' } });
  expect(await queued()).toEqual([]);
});

it('names hall and seat without a network', async () => {
  const seats = {
    plans: [{ id: 'p1', exam: 'bca', hall: 'Hall A', seats: ['oxAsW37HB12'] }],
    current: ['p1'],
  };
  await takeOver(phone(), await rosterPage({ seats }));
  goOffline();
  const verdict = await desk.scan(pass(asha));
  expect(verdict).toMatchObject({
    result: 'admitted',
    exams: [{ name: 'BCA', hall: 'Hall A', seat: 'B12' }],
  });
  expect(verdict.notices).not.toContain('no_seat');
  // Who takes them on the web sits nowhere.
  expect((await desk.scan(pass(ravi)))?.exams.some(({ seat }) => seat)).toBe(false);
});

it('says without a network who has no seat where the seats are published', async () => {
  const seats = {
    plans: [{ id: 'p1', exam: 'bca', hall: 'Hall A', seats: ['AAAAAAAAB12'] }],
    current: ['p1'],
  };
  await takeOver(phone(), await rosterPage({ seats, list: 'exam:bca' }));
  desk.choose({ list: 'exam:bca', label: 'BCA', expected: 2, admitted: 0, begins_at: null });
  goOffline();
  expect(await desk.scan(pass(asha))).toMatchObject({
    result: 'admitted',
    notices: expect.arrayContaining(['no_seat']) as string[],
  });
});

it('leaves who has chosen another exam to the person at the door, and sends that they were let in', async () => {
  const entry = await sealed(ravi, { n: 'Ravi Nair', p: 'Offline', e: '*', c: 'jx9' });
  await takeOver(phone(), await rosterPage({ list: 'exam:bca', entries: [entry] }));
  desk.choose({ list: 'exam:bca', label: 'BCA', expected: 2, admitted: 0, begins_at: null });
  goOffline();
  const verdict = await desk.scan(pass(ravi));
  expect(verdict).toMatchObject({ result: 'refused', reason: 'not_chosen', exams: [{ name: 'BA LLB' }] });
  expect(await queued()).toEqual([]);
  await desk.letIn(pass(ravi));
  expect(await queued()).toMatchObject([{ kind: 'scan', list: 'exam:bca', state: 'due' }]);
  expect(await desk.scan(pass(ravi))).toMatchObject({
    result: 'already',
    notices: ['not_chosen'],
    exams: [{ name: 'BCA' }],
  });
});

it('lets who has chosen nothing but an exam off offer in to any without a network', async () => {
  const entry = await sealed(ravi, { n: 'Ravi Nair', p: 'Offline', e: '*', c: 'luM' });
  const offered = exams.map((exam) => (exam.id === 'bca' ? { ...exam, college: '' } : exam));
  await takeOver(phone(), await rosterPage({ list: 'exam:law', entries: [entry], exams: offered }));
  desk.choose({ list: 'exam:law', label: 'BA LLB', expected: 2, admitted: 0, begins_at: null });
  goOffline();
  const verdict = await desk.scan(pass(ravi));
  expect(verdict).toMatchObject({ result: 'admitted', exams: [{ name: 'BA LLB' }] });
  expect(verdict.notices).not.toContain('not_chosen');
});

it('does not queue what it refuses', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  expect(await desk.scan(pass(stranger))).toMatchObject({ result: 'refused', reason: 'unknown' });
  expect(await queued()).toEqual([]);
});

it('leaves somebody whom it cannot check to the person at the door', async () => {
  goOffline();
  const typed = readTyped('CZ6S 4932 KF26') as Reading;
  expect(await desk.scan(typed)).toMatchObject({ result: 'unchecked', reason: 'no_roster' });
  await takeOver(phone(), await rosterPage());
  expect(await desk.scan(typed)).toMatchObject({ result: 'unchecked', reason: 'number_offline' });
  expect(await queued()).toEqual([]);
  await desk.letIn(typed);
  expect(await queued()).toHaveLength(1);
  expect(await desk.scan(typed)).toMatchObject({ result: 'already' });
});

it('lets somebody in once after one verdict, however often that is pressed, and again after the next', async () => {
  goOffline();
  const typed = readTyped('CZ6S 4932 KF26') as Reading;
  const { nonce } = await desk.scan(typed);
  const [first, second] = await Promise.all([desk.letIn(typed, nonce), desk.letIn(typed, nonce)]);
  expect(second).toBe(first);
  expect(await queued()).toMatchObject([{ nonce: first, state: 'due' }]);
  await desk.undo(first ?? '', 'Scanned by mistake');
  const next = await desk.scan(typed);
  expect(next).toMatchObject({ result: 'unchecked' });
  expect(await desk.letIn(typed, next.nonce)).not.toBe(first);
});

it('sends what is queued once and in order, also when a page is loaded again in between', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  await desk.scan(pass(ravi));
  const again = new Desk(phone());
  const [first, second] = await queued();
  const result = (nonce = '') => ({ nonce, status: 200, answer: admitted, error: null, message: null });
  const sent = serveCall('post', '/api/check-in/redeem-batch', {
    results: [result(first?.nonce), result(second?.nonce)],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  await again.refresh();
  await again.refresh();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({
    redeems: [
      { code: 'CZ6S4932KF26', nonce: first?.nonce, scanned_at: first?.madeAt, offline: true },
      { code: 'A1B2C3D4E5F6', nonce: second?.nonce },
    ],
  });
  expect(await queued()).toEqual([]);
  expect(again.state()).toMatchObject({ unsent: 0, isOnline: true });
});

it('sends five hundred queued scans in batches, each admitted once, though every third answer is lost', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const numbers = Array.from({ length: 500 }, (_, at) => `C1B2C3D4${String(at).padStart(4, '0')}`);
  for (const number of numbers) await desk.letIn(readTyped(number) as Reading);
  expect(desk.state().unsent).toBe(500);
  const admissions = new Map<string, string>();
  let calls = 0;
  serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const { redeems } = body as { redeems: { nonce: string; code: string }[] };
    expect(redeems.length).toBeLessThanOrEqual(25);
    for (const { nonce, code } of redeems) admissions.set(nonce, code);
    calls += 1;
    if (calls % 3 === 0) return outage as never;
    const results = redeems.map(({ nonce }) => ({
      nonce,
      status: 200,
      answer: admitted,
      error: null,
      message: null,
    }));
    return { results, server_time: now() };
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  for (let round = 0; round < 20 && desk.state().unsent > 0; round += 1) await desk.refresh();
  expect(desk.state()).toMatchObject({ unsent: 0, isOnline: true, reports: [] });
  expect(await queued()).toEqual([]);
  expect([...admissions.values()]).toEqual(numbers);
  // Twenty batches, and nine of them twice.
  expect(calls).toBe(29);
});

it('keeps what the server could not take', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  await desk.scan(pass(ravi));
  const [first, second] = await queued();
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [
      { nonce: first?.nonce ?? '', status: 500, answer: null, error: 'internal_error', message: '' },
      { nonce: second?.nonce ?? '', status: 200, answer: admitted, error: null, message: null },
    ],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  await desk.refresh();
  expect(await queued()).toMatchObject([{ nonce: first?.nonce }]);
});

it('keeps everything when the server fails', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  serveCall('post', '/api/check-in/redeem-batch', outage);
  serveCall('get', '/api/check-in/roster', outage);
  await desk.refresh();
  expect(await queued()).toHaveLength(1);
  expect(desk.state()).toMatchObject({ isOnline: false, unsent: 1 });
});

it('begins the roster from nothing when the server does not know the place that it was read up to', async () => {
  await takeOver(phone(), await rosterPage({ next: 'of-another-server' }));
  const page = await rosterPage({ next: 'cursor-9' });
  let asked = 0;
  const sent = serveCall('get', '/api/check-in/roster', (call) => {
    asked += 1;
    return call.query.since === undefined
      ? page
      : (refusal(422, 'invalid_field', 'No cursor.', 'since') as never);
  });
  await desk.refresh();
  expect(asked).toBe(2);
  expect(sent.map(({ query }) => query.since)).toEqual(['of-another-server', undefined]);
  expect(desk.state().entries).toBe(2);
});

it('takes a scan back without a network, and sends both, the scan first', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes = '' } = await desk.scan(pass(asha));
  await desk.undo(undoes, 'Scanned by mistake');
  expect(await queued()).toMatchObject([
    { kind: 'scan', nonce: undoes, isUndone: true },
    { kind: 'undo', undoes, reason: 'Scanned by mistake' },
  ]);
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
});

it('tells the server once of a scan that is taken back, though its answer is lost', async () => {
  serveCall('post', '/api/check-in/redeem', admitted);
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [] }));
  const { undoes = '' } = await desk.scan(pass(asha));
  await desk.undo(undoes, 'Went out again');
  await desk.undo(undoes, 'Scanned by mistake');
  const sent = serveCall('post', '/api/check-in/undo', outage, undone());
  for (let round = 0; round < 3; round += 1) await desk.refresh();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toMatchObject({
    code: 'CZ6S4932KF26',
    list: saturday,
    undoes,
    reason: 'Went out again',
    device: 'Gate 2 · 7F3K',
  });
  const nonces = sent.map(({ body }) => (body as { nonce: string }).nonce);
  expect(nonces[0]).toBe(nonces[1]);
  expect(await queued()).toEqual([]);
});

it('takes back what the server may have admitted while the phone said no', async () => {
  // The roster does not have the pass yet.
  await takeOver(phone(), await rosterPage({ entries: [] }));
  const asked = serveCall('post', '/api/check-in/redeem', outage);
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'refused', undoes: undefined });
  const undoes = (asked[0]?.body as { nonce: string }).nonce;
  expect(await queued()).toMatchObject([{ kind: 'undo', undoes }]);
});

it('knows a person by the number who was let in by the code, and the other way round', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  expect(await desk.scan(readTyped('CZ6S 4932 KF26') as Reading)).toMatchObject({ result: 'already' });
  await desk.letIn(readTyped('A1B2C3D4E5F6'.replace('A', 'C')) as Reading);
  const other = `EXPO1:C1B2C3D4E5F6:${'0'.repeat(26)}`;
  await takeOver(
    phone(),
    await rosterPage({ entries: [await sealed(other, { n: 'Ravi', p: 'Offline', e: '*' })] }),
  );
  expect(await desk.scan(pass(other))).toMatchObject({ result: 'already' });
});

it('can take back who is in by this phone, also after the page was loaded again, and nobody of another gate', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', admitted, { ...admitted, result: 'already' as const });
  const { undoes } = await desk.scan(pass(asha));
  const again = new Desk(phone());
  again.choose(desk.state().list);
  expect(undoes).toBeDefined();
  expect(await again.scan(pass(asha))).toMatchObject({ result: 'already', undoes });
  expect(await again.scan(pass(ravi))).toMatchObject({ result: 'already', undoes: undefined });
});

it('takes back the scan that the screen is about, though one before it let the person in without a right', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes: first = '' } = await desk.scan(pass(asha));
  const unpaid = { ...admitted, result: 'refused' as const, reason: 'unpaid' as const, at: null };
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [{ nonce: first, status: 200, answer: unpaid, error: null, message: null }],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  await desk.refresh();
  const asked = serveCall('post', '/api/check-in/redeem', admitted);
  const { result, undoes } = await desk.scan(pass(asha));
  expect(result).toBe('admitted');
  expect(undoes).toBe((asked[0]?.body as { nonce: string }).nonce);
});

it('forgets who was taken back in the portal', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes = '' } = await desk.scan(pass(asha));
  const lookup = await lookupOf(asha);
  const at = Math.floor(Date.now() / 1000);
  await takeOver(phone(), await rosterPage({ events: [['out', lookup, at, 'portal', undoes]] }));
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
});

it('forgets practice that the server heard of after the list was cleared', async () => {
  const cleared_at = new Date(Date.now() + 60_000).toISOString();
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes: nonce = '' } = await desk.scan(pass(asha));
  serveCall('post', '/api/check-in/redeem-batch', {
    results: [{ nonce, status: 200, answer: admitted, error: null, message: null }],
    server_time: now(),
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ cleared_at, server_time: now() }));
  await takeOver(phone(), await rosterPage({ cleared_at }));
  await desk.refresh();
  goOffline();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
});

it('deletes roster and list at the end of the session, and keeps what is not sent', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  await desk.forget();
  expect(await phone().count('entries')).toBe(0);
  expect(await phone().count('admissions')).toBe(0);
  expect(desk.state()).toMatchObject({ list: undefined, unsent: 1, asOf: undefined });
});

it('leaves a session alone that begins while the end of the one before waits for the network', async () => {
  await takeOver(phone(), await rosterPage());
  const { list } = desk.state();
  const page = await rosterPage({ entries: [], server_time: now() });
  let answer: (of: typeof page) => void = () => undefined;
  const hanging = new Promise<typeof page>((resolve) => {
    answer = resolve;
  });
  const asked = serveCall('get', '/api/check-in/roster', hanging, page);
  const round = desk.refresh();
  await vi.waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  session.end('left');
  const gone = desk.forget();
  expect(desk.state().list).toBeUndefined();
  session.start('another-token');
  void desk.start();
  desk.choose(list);
  answer(page);
  await Promise.all([gone, round]);
  expect(desk.state().list).toEqual(list);
  expect(await phone().count('entries')).toBe(2);
});

it('has no name in its storage, whatever was scanned', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', admitted, outage);
  await desk.scan(pass(asha));
  await desk.scan(pass(ravi));
  await desk.scan(pass(asha));
  const kept = await Promise.all(
    [...phone().objectStoreNames].map(async (store) => [
      await phone().getAllKeys(store),
      await phone().getAll(store),
    ]),
  );
  const text = JSON.stringify([kept, { ...localStorage }, { ...sessionStorage }]);
  expect(text).toContain('A1B2C3D4E5F6');
  for (const word of ['Asha', 'Rao', 'Ravi', 'Nair']) expect(text).not.toContain(word);
});

it('gives the server two and a half seconds, and judges then', async () => {
  await takeOver(phone(), await rosterPage());
  serveCall('post', '/api/check-in/redeem', new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const verdict = desk.scan(pass(asha));
  await vi.advanceTimersByTimeAsync(2_600);
  vi.useRealTimers();
  expect(await verdict).toMatchObject({ result: 'admitted', isOffline: true });
});

it('says that the account may not check people in any more, and does not take it for a lost network', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const forbidden = refusal(403, 'forbidden', 'Your role does not include this.');
  serveCall('get', '/api/check-in/roster', forbidden, await rosterPage({ entries: [] }));
  await desk.refresh();
  expect(desk.state()).toMatchObject({ isOnline: true });
  expect(desk.state().refusal).toMatch(/may not check people in any more/);
  serveCall('post', '/api/check-in/redeem', forbidden);
  await expect(desk.scan(pass(asha))).rejects.toThrow('Your role does not include this.');
  expect(await queued()).toEqual([]);
  await desk.refresh();
  expect(desk.state().refusal).toBeUndefined();
});
