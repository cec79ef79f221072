import { expect, it } from 'vitest';
import { hours, longDay, shortDay } from './examTime';

it.each([
  ['10:00', '11:30', '10–11:30 AM'],
  ['11:30', '13:00', '11:30 AM–1 PM'],
  ['12:00', '12:45', '12–12:45 PM'],
  ['00:00', '12:00', '12 AM–12 PM'],
  ['14:00', '', '2 PM'],
  ['14:00', '13:00', '2 PM'],
  ['', '11:30', ''],
])('writes hours from %s to %s as people read them', (start, end, expected) => {
  expect(hours(start, end)).toBe(expected);
});

it('writes a day with its weekday', () => {
  expect(shortDay('2025-05-31')).toBe('Sat 31 May');
  expect(shortDay('2025-06-01')).toBe('Sun 1 Jun');
  expect(shortDay('')).toBe('');
  expect(longDay('2025-05-31')).toBe('Saturday, 31 May');
  expect(longDay('2025-06-01')).toBe('Sunday, 1 June');
});
