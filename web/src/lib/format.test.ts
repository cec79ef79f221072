import { expect, it } from 'vitest';
import { indianPhone, rupees } from './format';

it.each([
  [0, '0'],
  [99.5, '99.50'],
  [999, '999'],
  [1850, '1,850'],
  [12345.67, '12,345.67'],
  [185000, '1,85,000'],
  [10000000, '1,00,00,000'],
  [0.1 + 0.2, '0.30'],
])('writes %d rupees in India’s groups and in one piece', (amount, digits) => {
  expect(rupees(amount)).toBe(`Rs\u00a0${digits}`);
});

it('puts the country prefix before a number', () => {
  expect(indianPhone('9876543210')).toBe('+91 9876543210');
});
