// Halls and seats as the server has them, and what they are called.
import type { AnswerOf } from '@/portal/kit/api/data';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { counted } from '@/portal/kit/ui/format';

export type Hall = AnswerOf<'/api/halls'>[number];
export type Seating = AnswerOf<'/api/seating/{course}'>;
/** The draft, or else what is published; or what is published, whatever draft is beside it. */
export type Which = 'draft' | 'published';
export type HallSeats = Seating['halls'][number];
export type Seat = HallSeats['seats'][number];

/** The letters of a row, from 0: `A`, `Z`, `AA`. */
export function lettersOf(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26));
  return row < 26 ? letter : `${lettersOf(Math.floor(row / 26) - 1)}${letter}`;
}

/** `A1`, by row and place in it, both from 0. */
export const labelOf = (row: number, column: number): string => `${lettersOf(row)}${String(column + 1)}`;

/** The rows of a hall with the labels of their seats. */
export const rowsOf = (rows: number, columns: number): { row: string; labels: string[] }[] =>
  Array.from({ length: rows }, (_, row) => ({
    row: lettersOf(row),
    labels: Array.from({ length: columns }, (__, column) => labelOf(row, column)),
  }));

/** `AR` of Asha Rao. */
export const initialsOf = (name: string): string => {
  const [first = '', ...rest] = name.split(/\s+/).filter(Boolean);
  return [first, rest.at(-1) ?? '']
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-IN');
};

export const people = (number: number): string => counted(number, 'candidate');

/** Seats in the order in which they are filled. */
export const takenOf = (hall: HallSeats) =>
  hall.seats.filter((seat): seat is Seat & { customer_id: string } => Boolean(seat.customer_id));

/** Whether an exam is held in other halls than those in which these seats are. */
export const isElsewhere = (seating: Seating, { halls }: ExamDetail): boolean => {
  const assigned = seating.halls.map(({ hall }) => hall);
  return (
    seating.state !== 'none' &&
    (assigned.length !== halls.length || halls.some((hall) => !assigned.includes(hall)))
  );
};

export const reasons: Readonly<Record<Seating['unseated'][number]['reason'], string>> = {
  no_hall: 'The exam has no hall',
  full: 'No seat is left',
  sibling: 'Only seats beside a sibling are left',
  not_chosen: 'Has every exam, and has not chosen which to sit',
  oversold: 'Paid when no place was left: is given a seat by hand',
  later: 'Paid after the seats were assigned: gets the next seat',
};
