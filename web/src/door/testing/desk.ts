// A desk at the door with a list, fresh for each test of a file, and what the server answers it.
import { afterEach, beforeEach } from 'vitest';
import { session } from '@/lib/session';
import { Desk } from '@/door/kit/checkIn/desk';
import { changeSettings } from '@/door/kit/device/settings';
import { readCode, type Reading } from '@/door/kit/pass/reading';
import type { Database } from '@/door/kit/storage/database';
import { refusal, serveCall } from '@/testing/calls';
import { freshDevice, saturday } from './device';

const list = { list: saturday, label: 'Sat 31 May', expected: 2, admitted: 0, begins_at: null };
export const now = () => new Date().toISOString();
export const admitted = {
  result: 'admitted' as const,
  reason: null,
  notices: [],
  candidate: { name: 'Asha Rao', exam: 'BCA', exam_preference: 'Offline', pass_no: 'CZ6S 4932 KF26' },
  at: now(),
  by: 'meera',
  device: 'Gate 2 · 7F3K',
  exams: [],
  double: null,
  server_time: now(),
};
export const outage = refusal(503, 'unavailable', 'Not now.');

let database: Database | undefined;
/** That of the test that runs. */
export let desk: Desk;

/** Called once by a file of tests. */
export function setUpDesk(): void {
  beforeEach(async () => {
    database = await freshDevice();
    changeSettings({ place: 'Gate 2', tag: '7F3K' });
    session.start('a-token');
    serveCall('get', '/api/check-in/lists', [list]);
    desk = new Desk(database);
    desk.choose(list);
  });

  afterEach(() => {
    desk.stop();
    session.end('left');
  });
}

export function phone(): Database {
  if (!database) throw new Error('There is no database');
  return database;
}

export function pass(code: string): Reading {
  const reading = readCode(code);
  if (!reading) throw new Error(`${code} is no pass`);
  return reading;
}

/** What the server does not know yet. */
export const queued = async () => (await phone().getAll('queue')).filter(({ state }) => state !== 'told');

/** The answer to an undo. */
export const undone = () => ({
  result: 'undone' as const,
  candidate: admitted.candidate,
  at: now(),
  by: 'meera',
  device: 'Gate 2 · 7F3K',
  still_in: null,
});

/** As if the last call had found no network. */
export const goOffline = () => {
  desk.connection.lost();
};
