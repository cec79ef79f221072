import { describe, expect, it } from 'vitest';
import { isIndianPhone, normalisePhone } from './phone';

describe('normalisePhone', () => {
  it.each([
    ['9876543210', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['+91-98765-43210', '9876543210'],
    ['  919876543210 ', '9876543210'],
    ['09876543210', '9876543210'],
    ['0091 98765 43210', '9876543210'],
    ['(98765) 43210', '9876543210'],
    ['9198765432', '9198765432'],
  ])('brings %j to %j', (typed, expected) => {
    expect(normalisePhone(typed)).toBe(expected);
  });

  it('stops at ten digits', () => {
    expect(normalisePhone('98765432109')).toBe('9876543210');
  });

  it('lets a person type the prefix key by key', () => {
    let value = '';
    for (const key of '+919876543210') value = normalisePhone(value + key);
    expect(value).toBe('9876543210');
  });

  it('keeps text that is no number, so that the person can see the mistake', () => {
    expect(normalisePhone('call me later')).toBe('call me la');
  });
});

describe('isIndianPhone', () => {
  it('takes ten digits that start with 6 to 9', () => {
    expect(['6000000000', '7123456789', '9999999999'].every(isIndianPhone)).toBe(true);
  });

  it.each(['5123456789', '987654321', '98765432101', 'abcdefghij', ''])('refuses %j', (text) => {
    expect(isIndianPhone(text)).toBe(false);
  });
});
