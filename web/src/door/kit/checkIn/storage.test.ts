// A phone whose storage fails.
import { openDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import { readTyped, type Reading } from '@/door/kit/pass/reading';
import type { RedeemAnswer } from '@/door/kit/verdict/verdict';
import { admitted, desk, goOffline, now, pass, phone, queued, setUpDesk, undone } from '@/door/testing/desk';
import { asha, ravi, rosterPage } from '@/door/testing/device';
import { serveCall } from '@/testing/calls';

setUpDesk();

interface Redeem {
  nonce: string;
}

it('tells its verdict though the phone can keep nothing, sends the scan, and keeps things again by itself', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
  await vi.waitFor(() => {
    expect(desk.state()).toMatchObject({ isStorageFull: true, unsent: 1 });
  });
  const asked = serveCall('post', '/api/check-in/redeem', admitted);
  desk.connection.heard(now(), desk.connection.begin());
  expect(await desk.scan(pass(ravi))).toMatchObject({ result: 'admitted' });
  full.mockRestore();
  const sent = serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const [scan] = (body as { redeems: { nonce: string }[] }).redeems;
    const result = { nonce: scan?.nonce ?? '', status: 200, answer: admitted, error: null, message: null };
    return { results: [result], server_time: now() };
  });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  await desk.refresh();
  expect(sent).toHaveLength(1);
  expect(desk.state()).toMatchObject({ isStorageFull: false, unsent: 0 });
  const { undoes } = await desk.scan(pass(asha));
  expect(undoes).toBe((asked[1]?.body as Redeem).nonce);
});

/** Whatever was kept before stays, and nothing more is. Gives back how to make room. */
function fill(): () => void {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => {
    full.mockRestore();
  };
}

/** The server answers each scan of a batch alike. Gives back the nonces of each batch. */
function serveBatches(changes: Partial<RedeemAnswer> = {}): string[][] {
  const batches: string[][] = [];
  serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const nonces = (body as { redeems: Redeem[] }).redeems.map(({ nonce }) => nonce);
    batches.push(nonces);
    const answer = { ...admitted, ...changes };
    const results = nonces.map((nonce) => ({ nonce, status: 200, answer, error: null, message: null }));
    return { results, server_time: now() };
  });
  return batches;
}

const typed = (number: string) => readTyped(number) as Reading;

it('sends each scan once though the phone cannot keep that it was sent, and asks about the same pass then', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const numbers = Array.from({ length: 30 }, (_, at) => `C1B2C3D4${String(at).padStart(4, '0')}`);
  for (const number of numbers) await desk.letIn(typed(number));
  const makeRoom = fill();
  const batches = serveBatches();
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  await desk.refresh();
  await desk.refresh();
  expect(batches.map(({ length }) => length)).toEqual([25, 5]);
  expect(new Set(batches.flat()).size).toBe(30);
  expect(desk.state()).toMatchObject({ unsent: 0, isStorageFull: true });
  serveCall('post', '/api/check-in/redeem', { ...admitted, result: 'already' });
  expect(await desk.scan(typed(numbers[0] ?? ''))).toMatchObject({ result: 'already', isOffline: false });
  makeRoom();
  await desk.refresh();
  expect(desk.state()).toMatchObject({ unsent: 0, isStorageFull: false });
  expect(await queued()).toEqual([]);
  expect(await phone().count('queue')).toBe(30);
});

it('says whom another gate has let in, too, though the phone can keep neither the scan nor that', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const makeRoom = fill();
  await desk.scan(pass(asha));
  const batches = serveBatches({ result: 'already', device: 'Gate 5 · AAAA' });
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  await desk.refresh();
  await desk.refresh();
  expect(batches).toHaveLength(1);
  expect(desk.state()).toMatchObject({ unsent: 0, reports: [{ kind: 'double', name: 'Asha Rao' }] });
  makeRoom();
  await desk.refresh();
  expect(desk.state()).toMatchObject({ unsent: 0, isStorageFull: false });
  expect(await phone().getAll('reports')).toMatchObject([{ kind: 'double', passNo: 'CZ6S4932KF26' }]);
  goOffline();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
});

it('tells a verdict though what was done about the pass before cannot be sent from a storage that fails', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  await desk.scan(pass(asha));
  desk.connection.heard(now(), desk.connection.begin());
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serveCall('post', '/api/check-in/redeem-batch', () => {
    closeDatabase();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    return { results: [], server_time: now() };
  });
  serveCall('post', '/api/check-in/redeem', { ...admitted, result: 'already' });
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
});

it('takes back on a full phone, lets the person in again, and sends all of it, at once or as soon as there is room', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const makeRoom = fill();
  const { undoes: first = '' } = await desk.scan(pass(asha));
  await desk.undo(first, 'Scanned by mistake');
  const { result, undoes: second = '' } = await desk.scan(pass(asha));
  expect(result).toBe('admitted');
  await vi.waitFor(() => {
    expect(desk.state().recent).toMatchObject([{ nonce: second }, { nonce: first, isUndone: true }]);
  });
  makeRoom();
  const batches = serveBatches();
  const undos = serveCall('post', '/api/check-in/undo', undone());
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  await desk.refresh();
  expect(batches).toEqual([[first], [second]]);
  expect(undos.map(({ body }) => body)).toMatchObject([{ undoes: first, reason: 'Scanned by mistake' }]);
  expect(desk.state()).toMatchObject({ unsent: 0, isStorageFull: false });
});

it('takes back on a full phone what was kept before', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  const { undoes = '' } = await desk.scan(pass(asha));
  fill();
  await desk.undo(undoes, 'Scanned by mistake');
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
});

it('says that it does not have a scan that is to be taken back', async () => {
  await expect(desk.undo('unknown', 'Scanned by mistake')).rejects.toThrow(
    /does not have this scan any more/,
  );
});

/** As the browser does it by itself when its storage fails. */
function closeDatabase(): void {
  phone().close();
}

it('goes on, and keeps what it is told, after the browser has closed its database', async () => {
  await takeOver(phone(), await rosterPage());
  goOffline();
  closeDatabase();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted', name: 'Asha Rao' });
  closeDatabase();
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'already' });
  expect(await queued()).toHaveLength(1);
  closeDatabase();
  serveCall('get', '/api/check-in/roster', await rosterPage({ entries: [], server_time: now() }));
  const sent = serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const [scan] = (body as { redeems: { nonce: string }[] }).redeems;
    const result = { nonce: scan?.nonce ?? '', status: 200, answer: admitted, error: null, message: null };
    return { results: [result], server_time: now() };
  });
  for (let round = 0; round < 3 && desk.state().unsent > 0; round += 1) await desk.refresh();
  expect(sent).toHaveLength(1);
  expect(desk.state()).toMatchObject({ unsent: 0, isStorageFull: false });
});

it('says that a page of a newer release has its database, and that nothing is kept here', async () => {
  await takeOver(phone(), await rosterPage());
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const newer = await openDB('door', 99);
  serveCall('post', '/api/check-in/redeem', admitted);
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted', isOffline: false });
  await vi.waitFor(() => {
    expect(desk.state()).toMatchObject({ isReplaced: true, unsent: 0 });
  });
  // What the server has yet to hear of is lost with the page.
  await desk.letIn(pass(ravi));
  expect(desk.state()).toMatchObject({ isReplaced: true, unsent: 1 });
  newer.close();
});

it('tells the verdict of the server where its database cannot be opened any more, and says what it cannot know', async () => {
  await takeOver(phone(), await rosterPage());
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  closeDatabase();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  serveCall('post', '/api/check-in/redeem', admitted);
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted', isOffline: false });
  await vi.waitFor(() => {
    expect(desk.state()).toMatchObject({ isStorageFull: true });
  });
  goOffline();
  expect(await desk.scan(pass(ravi))).toMatchObject({ result: 'unchecked', reason: 'no_storage' });
  // Whom somebody lets in then is sent from memory.
  expect(await desk.letIn(pass(ravi))).toBeDefined();
  expect(desk.state()).toMatchObject({ isStorageFull: true, unsent: 1 });
  const sent = serveCall('post', '/api/check-in/redeem-batch', { results: [], server_time: now() });
  serveCall('get', '/api/check-in/roster', await rosterPage());
  await desk.refresh();
  expect(sent[0]?.body).toMatchObject({ redeems: [{ code: ravi }] });
});
