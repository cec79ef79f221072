import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteCall } from '@/lib/lastCall';
import { Connection } from './connection';

const began = Date.parse('2025-05-31T04:00:00Z');
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // The clock of this phone is twelve hours fast.
  vi.setSystemTime(began + 12 * hour);
});
afterEach(() => {
  vi.useRealTimers();
});

it('goes by the clock that the server told before the page was loaded without a network', () => {
  noteCall(new Date(began).toUTCString());
  expect(new Connection(() => undefined).now()).toBe(began);
});

it('goes by what the server tells from then on', () => {
  const connection = new Connection(() => undefined);
  connection.heard(new Date(began).toISOString(), Date.now());
  expect(connection.now()).toBe(began);
});
