import { expect, it } from 'vitest';
import { seatsLeft } from './seats';

it.each([
  [{ sold_out: true, seats_left: 0 }, 'Sold out'],
  [{ sold_out: false, seats_left: 1 }, '1 place left'],
  [{ sold_out: false, seats_left: 20 }, '20 places left'],
  [{ sold_out: false }, ''],
])('says of %o: %s', (course, words) => {
  expect(seatsLeft(course)).toBe(words);
});
