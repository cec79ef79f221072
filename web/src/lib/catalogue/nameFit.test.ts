import { expect, it } from 'vitest';
import { bestOf, fitOf } from './nameFit';

it.each([
  ['MBA', 'mba', 2],
  ['MBA Finance', 'MBA', 1],
  ['Periyar College, Kochi', 'Periyar College', 1],
  ['MBAs', 'MBA', 0],
  ['Paper 10', 'Paper 1', 0],
  ['എംബിഎ', 'എംബി', 0],
  ['MBA', 'MBA Finance', 0],
  ['MBA', '', 0],
  ['MBA', null, 0],
])('of %s and %s', (name, wanted, fit) => {
  expect(fitOf(name, wanted)).toBe(fit);
});

it('takes the name itself before a longer one, whichever comes first, and the first of equals', () => {
  const best = (...names: string[]) => bestOf(names, (name) => fitOf(name, 'MBA'));
  expect(best('MBA Finance', 'MBA')).toBe('MBA');
  expect(best('MBA Law', 'MBA Finance')).toBe('MBA Law');
  expect(best('BBA')).toBeUndefined();
  expect(best()).toBeUndefined();
});
