import { expect, it } from 'vitest';
import { clock } from './clock';

it('has twelve hours, noon being 12 pm', () => {
  expect(['00:05', '09:30', '12:00', '14:30', '23:59', 'soon'].map(clock)).toEqual([
    '12:05 am',
    '09:30 am',
    '12:00 pm',
    '02:30 pm',
    '11:59 pm',
    'soon',
  ]);
});
