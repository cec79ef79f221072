import { expect, it } from 'vitest';
import { indianPhone, rupees } from './format';

it('writes whole rupees without decimals and others with two', () => {
  expect([rupees(1850), rupees(1000), rupees(99.5), rupees(0)]).toEqual([
    'Rs 1850',
    'Rs 1000',
    'Rs 99.50',
    'Rs 0',
  ]);
});

it('puts the country prefix before a number', () => {
  expect(indianPhone('9876543210')).toBe('+91 9876543210');
});
