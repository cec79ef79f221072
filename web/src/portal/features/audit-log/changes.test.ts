import { expect, it } from 'vitest';
import { changesBetween } from './changes';

it('lists what differs in the words of the forms, and nothing else', () => {
  expect(
    changesBetween(
      { name: 'A', price: 1000, collegeList: ['x'], AllowAllCollege: false },
      { name: 'B', price: 1000, collegeList: ['x', 'y'], AllowAllCollege: true },
    ),
  ).toEqual([
    { field: 'Name', from: 'A', to: 'B' },
    { field: 'Colleges', from: 'x', to: 'x, y' },
    { field: 'All colleges', from: 'No', to: 'Yes' },
  ]);
});

it('takes what was made as all new, and what was deleted as all gone', () => {
  expect(changesBetween(undefined, { name: 'B', phone2: null })).toEqual([{ field: 'Name', to: 'B' }]);
  expect(changesBetween({ name: 'B' }, null)).toEqual([{ field: 'Name', from: 'B' }]);
  expect(changesBetween({ collegeList: ['x'] }, { collegeList: [] })).toEqual([
    { field: 'Colleges', from: 'x', to: 'None' },
  ]);
});

it('writes money in rupees and moments as they are in India', () => {
  expect(changesBetween({ price: 1000 }, { price: 185000.5 })).toEqual([
    { field: 'Price', from: 'Rs\u00a01,000', to: 'Rs\u00a01,85,000.50' },
  ]);
  expect(changesBetween({ examFee: 0 }, { examFee: 99.9 })).toEqual([
    { field: 'Fee', from: 'Rs\u00a00', to: 'Rs\u00a099.90' },
  ]);
  expect(changesBetween({ sent_at: '2025-05-30T20:35:00Z' }, { sent_at: null })).toEqual([
    { field: 'Sent', from: '31/05/2025, 02:05\u00a0am' },
  ]);
  expect(changesBetween({ date: '2025-05-31' }, { date: '2025-06-01' })).toEqual([
    { field: 'Date', from: '31/05/2025', to: '01/06/2025' },
  ]);
});

it('opens what was counted of each mode', () => {
  expect(changesBetween(null, { counted: { cash: 1000, upi: 0 } })).toEqual([
    { field: 'Counted', to: 'Cash: Rs\u00a01,000, UPI: Rs\u00a00' },
  ]);
});

it('leaves out what counts for programs alone, and writes a field by its name where it has no other word', () => {
  expect(changesBetween({ version: 1, full_moon: 'new' }, { version: 2, full_moon: 'old' })).toEqual([
    { field: 'Full moon', from: 'new', to: 'old' },
  ]);
});

it('shows a value of a type it does not expect as it is', () => {
  expect(changesBetween({ price: 'free' }, { price: 'dear' })).toEqual([
    { field: 'Price', from: 'free', to: 'dear' },
  ]);
});

it('copes with values that are no objects', () => {
  expect(changesBetween('CREATED', 'PAID')).toEqual([{ field: 'Value', from: 'CREATED', to: 'PAID' }]);
  expect(changesBetween(null, null)).toEqual([]);
});
