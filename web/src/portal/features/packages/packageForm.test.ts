import { expect, it } from 'vitest';
import { serveCall } from '@/testing/calls';
import { findUnsaleable, isUnpayable, savePackage, toValues, validatePackage } from './packageForm';

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

it('finds what a package lacks to be on sale', () => {
  const college = (id: string, exams: number) => ({
    _id: id,
    name: `College ${id}`,
    description: '',
    version: 1,
    courseList: Array.from({ length: exams }, (_, at) => ({
      _id: `${id}-${String(at)}`,
      examName: '',
      date: '',
    })),
  });
  const colleges = [college('c1', 1), college('c2', 0)];
  const values = toValues(entry);
  const all = { ...values, AllowAllCollege: true };
  expect(findUnsaleable(values, colleges)).toBeUndefined();
  expect(findUnsaleable({ ...values, price: '1' }, colleges)).toBeUndefined();
  for (const price of ['0.99', '', 'x']) {
    expect(findUnsaleable({ ...values, price }, colleges)).toMatch(/^Give it a price/);
  }
  for (const collegeList of [[], ['gone']]) {
    expect(findUnsaleable({ ...values, collegeList }, colleges)).toMatch(/^Choose at least one college/);
  }
  expect(findUnsaleable({ ...values, collegeList: ['c1', 'c2'] }, colleges)).toMatch(
    /^College c2 has no exam/,
  );
  expect(findUnsaleable(all, colleges)).toBeUndefined();
  expect(findUnsaleable(all, [college('c2', 0)])).toMatch(/^No college has an exam/);
});

it.each([
  { isHeldBack: true, of: undefined, state: 'draft' },
  { isHeldBack: false, of: undefined, state: undefined },
  // An edit leaves the state as it is.
  { isHeldBack: true, of: entry, state: undefined },
])('sends the state $state', async ({ isHeldBack, of, state }) => {
  const sent = serveCall('post', '/api/packages', { message: '', package: entry });
  await savePackage({ ...toValues(entry), isHeldBack }, of);
  expect((sent[0]?.body as { state?: string }).state).toBe(state);
});
