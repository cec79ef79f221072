import { describe, expect, it } from 'vitest';
import { isIndianPhone, typePhone } from './phone';

/** What a field shows when the keys were pressed one by one. */
const afterKeys = (keys: string, before = '') =>
  [...keys].reduce((value, key) => typePhone(value + key, value) ?? value, before);

describe('typePhone', () => {
  it.each([
    '9876543210',
    '+919876543210',
    '+91 98765 43210',
    '919876543210',
    '09876543210',
    '0919876543210',
    '00919876543210',
    '(+91) 98765-43210',
    '98765.43210',
  ])('brings %j to ten digits, typed or pasted', (typed) => {
    expect(typePhone(typed, '')).toBe('9876543210');
    expect(afterKeys(typed)).toBe('9876543210');
  });

  it('takes ten digits and not one key more', () => {
    expect(afterKeys('98765432109999')).toBe('9876543210');
    expect(typePhone('98765432109', '9876543210')).toBeUndefined();
    // In its midst: the last digit would fall off.
    expect(typePhone('98776543210', '9876543210')).toBeUndefined();
    expect(afterKeys('12345678901234')).toBe('1234567890');
  });

  it('takes more where ten digits may be the beginning of a number with its prefix', () => {
    expect(afterKeys('9198765432')).toBe('9198765432');
    expect(isIndianPhone(afterKeys('91987654321'))).toBe(false);
    expect(afterKeys('91987654321')).toBe('91987654321');
    expect(afterKeys('919198765432')).toBe('9198765432');
  });

  it.each([
    ['98765432101', '98765432101'],
    ['9876543210 / 9876543211', '9876543210 / 9876543211'],
    ['98765432109876543210', '98765432109876543210'],
    ['009876543210', '009876543210'],
    ['call me later', 'call me later'],
  ])('shows all of %j that was pasted, and it is no number', (pasted, shown) => {
    expect(typePhone(pasted, '')).toBe(shown);
    expect(isIndianPhone(shown)).toBe(false);
  });

  it('forgets a prefix that was typed alone', () => {
    expect(afterKeys('+91')).toBe('');
    expect(afterKeys('0091')).toBe('');
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
