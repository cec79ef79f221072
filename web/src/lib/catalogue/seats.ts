// How many places an exam has left, in words: few, or none.
import type { Course } from '../api/types';

/** Empty where there are many, or any number. */
export const seatsLeft = ({
  seats_left: left,
  sold_out: isSoldOut,
}: Pick<Course, 'seats_left' | 'sold_out'>): string =>
  isSoldOut ? 'Sold out' : left ? `${String(left)} place${left === 1 ? '' : 's'} left` : '';
