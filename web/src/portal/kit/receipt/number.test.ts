import { expect, it } from 'vitest';
import { receiptNumber } from './number';

it('is the pass number in groups, as the mail has it', () => {
  expect(receiptNumber('CZ6S4932KF26')).toBe('R-CZ6S-4932-KF26');
});
