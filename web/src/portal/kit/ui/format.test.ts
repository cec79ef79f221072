import { expect, it } from 'vitest';
import { count, counted, date, dateTime } from './format';

it('writes a moment day first, with twelve hours, by the clock of Kochi', () => {
  expect(dateTime('2025-05-30T20:35:00Z')).toBe('31/05/2025, 02:05\u00a0am');
  expect(dateTime('2025-05-31T07:00:00+05:30')).toBe('31/05/2025, 07:00\u00a0am');
  expect(dateTime('2025-05-31T13:00:00Z')).toBe('31/05/2025, 06:30\u00a0pm');
});

it('writes a day', () => {
  expect(date('2025-05-31')).toBe('31/05/2025');
  expect(date('2025-05-31T20:00:00Z')).toBe('01/06/2025');
});

it('shows what is no moment as it came', () => {
  expect(dateTime('soon')).toBe('soon');
});

it('groups a number in lakhs', () => {
  expect(count(1234567)).toBe('12,34,567');
});

it('counts one thing and several', () => {
  expect(counted(1, 'seat')).toBe('1 seat');
  expect(counted(0, 'seat')).toBe('0 seats');
  expect(counted(1200, 'person', 'people')).toBe('1,200 people');
});
