// What is left of an exam, in words: few places, or none, or it is over.
import type { Course } from '../api/types';

/** Empty where there are many places, or any number. */
export const seatsLeft = ({
  seats_left: left,
  sold_out: isSoldOut,
  over: isOver,
}: Pick<Course, 'seats_left' | 'sold_out' | 'over'>): string =>
  isOver ? 'Over' : isSoldOut ? 'Sold out' : left ? `${String(left)} place${left === 1 ? '' : 's'} left` : '';
