// What a phone keeps when a new release of the door opens its database.
import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { freshDevice, saturday } from '@/door/testing/device';
import { openDatabase } from './database';
import { queueOf } from './queue';

const entry = (nonce: string, state: string) => ({
  kind: 'scan',
  nonce,
  state,
  code: 'CZ6S4932KF26',
  passNo: 'CZ6S4932KF26',
  list: saturday,
  device: 'Gate 2 · 7F3K',
  at: 1,
});

/** The database of a release before this one. */
async function earlier() {
  (await freshDevice()).close();
  indexedDB.deleteDatabase('door');
  return openDB('door', 2, {
    upgrade(database) {
      const queue = database.createObjectStore('queue', { autoIncrement: true });
      queue.createIndex('nonce', 'nonce', { unique: true });
      for (const store of ['admissions', 'entries', 'roster', 'reports', 'dealtWith', 'gone']) {
        database.createObjectStore(store);
      }
    },
  });
}

it('keeps what is not sent yet, in its order, and reads again what the server has', async () => {
  const before = await earlier();
  for (const [nonce, state] of [
    ['one', 'due'],
    ['two', 'asked'],
    ['three', 'told'],
  ] as const) {
    await before.add('queue', entry(nonce, state));
  }
  await before.put('entries', 'sealed', 'lookup');
  await before.put('dealtWith', true, 'a report');
  before.close();
  const database = await openDatabase();
  const within = queueOf(database);
  const kept = await within((shelf) => shelf.ofPass(saturday, 'CZ6S4932KF26'));
  expect(kept.map(({ nonce }) => nonce)).toEqual(['one', 'two', 'three']);
  expect(await within((shelf) => shelf.ofState('due', 10))).toMatchObject([{ nonce: 'one' }]);
  expect(await database.count('entries')).toBe(0);
  expect(await database.get('dealtWith', 'a report')).toBe(true);
});

it('lets a page of a newer release open it', async () => {
  await freshDevice();
  const newer = await openDB('door', 99);
  expect(newer.version).toBe(99);
  newer.close();
});
