import { expect, it } from 'vitest';
import { changesBetween } from './changes';

it('lists what differs, and nothing else', () => {
  expect(
    changesBetween({ name: 'A', price: 1000, list: ['x'] }, { name: 'B', price: 1000, list: ['x', 'y'] }),
  ).toEqual([
    { field: 'name', from: 'A', to: 'B' },
    { field: 'list', from: '["x"]', to: '["x","y"]' },
  ]);
});

it('takes what was made as all new, and what was deleted as all gone', () => {
  expect(changesBetween(undefined, { name: 'B' })).toEqual([{ field: 'name', to: 'B' }]);
  expect(changesBetween({ name: 'B' }, null)).toEqual([{ field: 'name', from: 'B' }]);
});

it('copes with values that are no objects', () => {
  expect(changesBetween('CREATED', 'PAID')).toEqual([{ field: 'value', from: 'CREATED', to: 'PAID' }]);
  expect(changesBetween(null, null)).toEqual([]);
});
