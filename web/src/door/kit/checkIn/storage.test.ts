// A phone whose storage fails.
import { openDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import { admitted, desk, goOffline, now, pass, phone, queued, setUpDesk } from '@/door/testing/desk';
import { asha, ravi, rosterPage } from '@/door/testing/device';
import { serveCall } from '@/testing/calls';

setUpDesk();

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
  serveCall('post', '/api/check-in/redeem', admitted);
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
  expect(await desk.scan(pass(asha))).toMatchObject({
    undoes: (sent[0]?.body as { redeems: { nonce: string }[] }).redeems[0]?.nonce,
  });
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
    expect(desk.state()).toMatchObject({ isReplaced: true, unsent: 1 });
  });
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
  expect(desk.state()).toMatchObject({ isStorageFull: true, unsent: 2 });
  const sent = serveCall('post', '/api/check-in/redeem-batch', { results: [], server_time: now() });
  serveCall('get', '/api/check-in/roster', await rosterPage());
  await desk.refresh();
  expect(sent[0]?.body).toMatchObject({ redeems: [{ code: ravi }] });
});
