// What a page makes of a shelf that fails, and of a server that fails for one of many.
import { expect, it, vi } from 'vitest';
import { settled, shelfOf } from '@/door/testing/modelPhone';
import type { Entry, ScanEntry, UndoEntry } from '@/door/kit/storage/database';
import type { Shelf } from '@/door/kit/storage/shelf';
import { Intentions } from './intentions';

const made = (nonce: string) => ({
  nonce,
  code: 'CZ6S4932KF26',
  passNo: 'CZ6S4932KF26',
  list: 'day:2025-05-31',
  device: 'Gate 2',
  madeAt: '',
  at: 1,
  page: '',
  passed: 0,
  after: 0,
  isGuess: false,
});
const scan: ScanEntry = { kind: 'scan', lookup: undefined, state: 'asked', ...made('scan') };
const undo: UndoEntry = { kind: 'undo', undoes: 'scan', reason: '', state: 'due', ...made('undo') };

it('does not take back a scan of this page whose verdict could not be kept', async () => {
  const entries = new Map<string, Entry>();
  let puts = 0;
  const shelf: Shelf = {
    ...shelfOf(entries),
    put: (entry) => {
      puts += 1;
      if (puts > 1) throw new DOMException('', 'QuotaExceededError');
      return Promise.resolve(entries.set(entry.nonce, entry));
    },
  };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const intentions = new Intentions(
    (work) => work(shelf),
    () => undo,
  );
  const ask = () => Promise.resolve({ result: 'admitted' });
  await intentions.scan(scan, ask, ask, () => Promise.resolve());
  expect([...entries.values()]).toMatchObject([{ state: 'asked' }]);
  puts = 0;
  await intentions.rescue(() => true);
  expect([...entries.values()]).toMatchObject([{ kind: 'scan', state: 'asked' }]);
  await intentions.keepAll();
  expect([...entries.values()]).toMatchObject([{ kind: 'scan', state: 'told' }]);
  expect(await intentions.next(25)).toEqual([]);
});

const ofOneShelf = (entries: Map<string, Entry>, meanwhile = () => Promise.resolve()): Intentions =>
  new Intentions(
    async (work) => {
      const done = await work(shelfOf(entries));
      await meanwhile();
      return done;
    },
    () => undo,
  );

it('does not take back what another page has shown after this one has read the pass', async () => {
  const entries = new Map<string, Entry>();
  let answer: (verdict: { result: string }) => void = () => undefined;
  const ask = () =>
    new Promise<{ result: string }>((resolve) => {
      answer = resolve;
    });
  const never = () => Promise.reject(new Error('It was not to be done'));
  const shown = ofOneShelf(entries).scan(scan, ask, never, never);
  await settled();
  expect([...entries.values()]).toMatchObject([{ kind: 'scan', state: 'asked' }]);
  const other = ofOneShelf(entries, async () => {
    answer({ result: 'admitted' });
    await shown;
  });
  await other.takeOver({ ...scan, nonce: 'another scan' });
  expect(await shown).toEqual({ result: 'admitted' });
  expect([...entries.values()]).toMatchObject([{ kind: 'scan', nonce: 'scan', state: 'told' }]);
});

it('still takes back what another page has asked about and not shown', async () => {
  const entries = new Map<string, Entry>([['scan', scan]]);
  await ofOneShelf(entries).takeOver({ ...scan, nonce: 'another scan' });
  expect([...entries.values()]).toMatchObject([{ kind: 'undo', undoes: 'scan' }]);
});

it('asks about a pass whose earlier scan the server does not take, once it has tried to send that', async () => {
  const entries = new Map<string, Entry>([['scan', { ...scan, state: 'due' }]]);
  const intentions = ofOneShelf(entries);
  const did: string[] = [];
  const send = () => {
    did.push('sent');
    intentions.refuse('scan', 'There is no such list');
    return Promise.resolve();
  };
  const ask = () => {
    did.push('asked');
    return Promise.reject(new Error('There is no such list'));
  };
  const judge = () => Promise.resolve({ result: 'admitted' });
  for (const nonce of ['second', 'third']) {
    await expect(intentions.scan({ ...scan, nonce }, ask, judge, send)).rejects.toThrow('There is no such');
  }
  expect(did).toEqual(['sent', 'asked', 'sent', 'asked']);
  expect([...entries.values()]).toMatchObject([{ nonce: 'scan', state: 'due' }]);
});

it('judges a pass by the roster while what was done about it could not be sent', async () => {
  const entries = new Map<string, Entry>([['scan', { ...scan, state: 'due' }]]);
  const never = () => Promise.reject(new Error('It was not to be asked'));
  const judge = () => Promise.resolve({ result: 'already' });
  const second = { ...scan, nonce: 'second' };
  expect(await ofOneShelf(entries).scan(second, never, judge, () => Promise.resolve())).toEqual({
    result: 'already',
  });
});
