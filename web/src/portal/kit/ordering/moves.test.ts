import { describe, expect, it } from 'vitest';
import { mergedOrder, moved, placeOf, shiftOf } from './moves';

it('moves one and leaves the rest in their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

it('keeps an order of a list that has changed: without what is gone, and with what is new at the end', () => {
  expect(mergedOrder(['c', 'gone', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'a', 'b']);
  expect(mergedOrder([], ['a', 'b'])).toEqual(['a', 'b']);
});

describe('dragging', () => {
  // Rows of unlike height, 10 apart: 0 to 40, 50 to 150, 160 to 200.
  const rows = [
    { top: 0, height: 40 },
    { top: 50, height: 100 },
    { top: 160, height: 40 },
  ];

  it.each([
    [0, 0, 0],
    [0, 59, 0],
    [0, 61, 1],
    [0, 141, 2],
    [0, 999, 2],
    [1, 29, 1],
    [1, 31, 2],
    [1, -31, 0],
    [2, -59, 2],
    [2, -61, 1],
    [2, -141, 0],
    [2, -999, 0],
  ])('row %i by %i is at place %i', (from, by, place) => {
    expect(placeOf(rows, from, by)).toBe(place);
  });

  it('makes the others give way in the direction that it came from', () => {
    const shifts = (from: number, to: number) =>
      [0, 1, 2, 3].map((at) => (at === from ? 0 : shiftOf(at, { from, to, room: 50 })));
    expect(shifts(0, 2)).toEqual([0, -50, -50, 0]);
    expect(shifts(3, 1)).toEqual([0, 50, 50, 0]);
    expect(shifts(1, 1)).toEqual([0, 0, 0, 0]);
  });
});
