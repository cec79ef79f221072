import { expect, it } from 'vitest';
import { serveCall } from '@/testing/calls';
import { isUnpayable, savePackage, toValues, validatePackage } from './packageForm';

const entry = {
  _id: 'p1',
  name: 'Single Exam Access',
  description: 'One exam.',
  price: 1000,
  AllowAllCollege: false,
  collegeList: [{ _id: 'c1', name: 'Periyar Institute' }],
  state: 'on_sale',
  candidates: 0,
  paid: 0,
  version: 3,
};

it('wants a name, a description and a price', () => {
  expect(validatePackage(toValues(undefined))).toEqual({
    name: 'Package name is required',
    description: 'Description is required',
    price: 'Price is required',
  });
  expect(validatePackage(toValues(entry))).toEqual({});
  expect(validatePackage({ ...toValues(entry), price: '10.005' }).price).toMatch(/two decimals/);
});

it('warns of a price that nobody can pay online', () => {
  expect(['0', '0.99'].map(isUnpayable)).toEqual([true, true]);
  expect(['', '1', '1850', 'x'].map(isUnpayable)).toEqual([false, false, false, false]);
});

it('sends no colleges when all are allowed, and says which version was changed', async () => {
  const sent = serveCall('post', '/api/packages', { message: '', package: entry });
  await savePackage(toValues(entry), entry);
  await savePackage({ ...toValues(entry), price: '99.50', AllowAllCollege: true }, undefined);
  const common = { name: 'Single Exam Access', description: 'One exam.' };
  expect(sent.map(({ body }) => body)).toEqual([
    { ...common, _id: 'p1', version: 3, price: 1000, AllowAllCollege: false, collegeList: ['c1'] },
    { ...common, price: 99.5, AllowAllCollege: true, collegeList: [] },
  ]);
});
