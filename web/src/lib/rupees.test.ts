import { describe, expect, it } from 'vitest';
import { findAmountError, parseRupees } from './rupees';

describe('an amount', () => {
  it.each([
    ['0', 0],
    ['1850', 1850],
    [' 99.5 ', 99.5],
    ['99.50', 99.5],
    ['.5', 0.5],
    ['5.', 5],
    ['40,600', 40600],
    ['1,850', 1850],
    ['₹1,850.00', 1850],
    ['₹ 1,850', 1850],
    ['Rs 1850', 1850],
    ['Rs. 1,850.50', 1850.5],
    ['rs.1850', 1850],
    ['₨1850', 1850],
    ['INR 1,850', 1850],
    ['1850 INR', 1850],
    ['1850 rupees', 1850],
    ['1850/-', 1850],
    ['Rs 1,850/-', 1850],
    ['1850 /=', 1850],
    ['1,00,000', 100000],
    ['10,00,000.25', 1000000.25],
    ['1,000,000', 1000000],
    ['12,34,56,789', 123456789],
    ['1 850', 1850],
    ['1\u00a0850', 1850],
    ['\u200e1,850\u200f', 1850],
    ['１，８５０', 1850],
    ['\t1850\n', 1850],
  ])('typed as %j is %d', (text, rupees) => {
    expect(parseRupees(text)).toBe(rupees);
    expect(findAmountError(text, 'missing')).toBeUndefined();
  });

  it.each([
    '1,8,5',
    '1.850,00',
    '1850,00',
    '18,50',
    '1,85',
    '0,500',
    '1,850,00',
    '1,0000',
    ',850',
    '1,000 000',
    '12345,678',
  ])('is not guessed at where its commas say nothing clear: %j', (text) => {
    expect(parseRupees(text)).toBeUndefined();
    expect(findAmountError(text, 'missing')).toMatch(/not clear which amount/);
  });

  it.each([
    '-1',
    '1.005',
    '1.850',
    '1e3',
    'abc',
    '.',
    'NaN',
    '1..5',
    '--',
    '1850/',
    '5 Rs 5',
    '+5',
    '0x10',
    '൧൦',
  ])('is none: %j', (text) => {
    expect(parseRupees(text)).toBeUndefined();
    expect(findAmountError(text, 'missing')).toMatch(/0 or more/);
  });

  it.each(['', '  ', '\u200b', 'Rs', '₹'])('that is missing is told from one that is wrong: %j', (text) => {
    expect(parseRupees(text)).toBeUndefined();
    expect(findAmountError(text, 'missing')).toBe('missing');
  });
});
