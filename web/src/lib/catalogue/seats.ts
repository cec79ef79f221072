// How many places an exam has left, in words: few, or none.
import type { Course } from '../api/types';

export const soldOut = 'Sold out';

/** Empty where there are many, or any number. */
export function seatsLeft({
  seats_left: left,
  sold_out: isSoldOut,
}: Pick<Course, 'seats_left' | 'sold_out'>): string {
  if (isSoldOut) return soldOut;
  if (!left) return '';
  return left === 1 ? '1 place left' : `${String(left)} places left`;
}
