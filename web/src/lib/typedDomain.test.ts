import { expect, it } from 'vitest';
import { suggestAddress } from './typedDomain';

it.each([
  ['asha@gmail.con', 'asha@gmail.com'],
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gmai.com', 'asha@gmail.com'],
  ['asha@gmaill.com', 'asha@gmail.com'],
  ['asha@gamil.co', 'asha@gmail.com'],
  ['asha@gmail.cm', 'asha@gmail.com'],
  [' Asha.Nair+expo@GMAIL.CON ', 'Asha.Nair+expo@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
  ['asha@hotmial.com', 'asha@hotmail.com'],
  ['asha@outlok.com', 'asha@outlook.com'],
  ['asha@redifmail.com', 'asha@rediffmail.com'],
  ['asha@iclod.com', 'asha@icloud.com'],
  ['asha@company.con', 'asha@company.com'],
  ['asha@company.xom', 'asha@company.com'],
])('takes %s for %s', (typed, meant) => {
  expect(suggestAddress(typed)).toBe(meant);
});

it.each([
  'asha@gmail.com',
  'asha@ymail.com',
  'asha@mail.com',
  'asha@gmx.com',
  'asha@gmx.de',
  'asha@live.in',
  'asha@example.com',
  'asha@cusat.ac.in',
  'asha@iitm.ac.in',
  'asha@amail.club',
  'asha@me.in',
  'asha@tcs.com',
  'asha@zoho.in',
  'asha@company.co',
  'asha@company.cam',
  'asha@com',
  'asha',
  'asha@',
  '@gmail.con',
  '',
])('leaves %s as it is', (typed) => {
  expect(suggestAddress(typed)).toBeUndefined();
});
