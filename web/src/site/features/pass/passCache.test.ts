import { expect, it } from 'vitest';
import { isPassCall, passApi } from './passCache';

it('keeps passes, and nothing that lies below one', () => {
  expect(isPassCall(passApi('CZ6S4932KF26-KQAKWGQT91BP5E009TE6'))).toBe(true);
  expect(isPassCall(`${passApi('CZ6S4932KF26-KQAKWGQT91BP5E009TE6')}/results`)).toBe(false);
  expect(isPassCall('/api/order/')).toBe(false);
  expect(isPassCall('/api/orders')).toBe(false);
});
