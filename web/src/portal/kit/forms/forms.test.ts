import { describe, expect, it } from 'vitest';
import { isLink } from './link';
import { findAmountError, parseRupees } from './money';

describe('an amount', () => {
  it('is 0 or more rupees with at most two decimals', () => {
    expect(['0', '1850', ' 99.5 ', '99.50', '.5', '5.'].map(parseRupees)).toEqual([
      0, 1850, 99.5, 99.5, 0.5, 5,
    ]);
    for (const text of ['', '-1', '1.005', '1e3', 'abc', '1,000', '.', 'NaN']) {
      expect(parseRupees(text), text).toBeUndefined();
    }
  });

  it('is distinguished from one that is missing', () => {
    expect(findAmountError('  ', 'Price is required')).toBe('Price is required');
    expect(findAmountError('-5', 'Price is required')).toMatch(/0 or more/);
    expect(findAmountError('5', 'Price is required')).toBeUndefined();
  });
});

it('a link is a path of the site or a web address', () => {
  for (const link of ['/', '/contact-us', '/#register', 'https://example.com', 'http://example.com/a?b=c']) {
    expect(isLink(link), link).toBe(true);
  }
  for (const text of [
    '',
    'contact',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://',
    '/a b',
  ]) {
    expect(isLink(text), text).toBe(false);
  }
});
