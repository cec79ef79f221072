import { expect, it } from 'vitest';
import { lastCall, noteCall } from './lastCall';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toUTCString();

it('knows how far the clocks are apart from the last answer that has said it', () => {
  noteCall(inHours(12));
  noteCall(inHours(-12));
  const ahead = lastCall()?.ahead ?? 0;
  expect(Math.round(ahead / hour)).toBe(-12);
  noteCall(null);
  expect(lastCall()?.ahead).toBe(ahead);
  noteCall('not a date');
  expect(lastCall()?.ahead).toBe(ahead);
});
