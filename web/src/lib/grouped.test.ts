import { expect, it } from 'vitest';
import { grouped } from './grouped';

it('writes a number in groups', () => {
  expect(grouped('CZ6S4932KF26')).toBe('CZ6S 4932 KF26');
});
