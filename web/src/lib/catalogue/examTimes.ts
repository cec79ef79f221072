// The timetable: when and where the exams are. Days and hours are those of the clock on the wall of the hall, as the catalogue
// has them: the time zone of a device changes nothing.
import type { Package } from '../api/types';
import { hours, longDay } from '../examTime';
import { seatsLeft } from './seats';

export interface Exam {
  id: string;
  course: string;
  college: string;
  /** `2025-05-31`, or empty. */
  date: string;
  /** `10:00`, or empty. */
  start: string;
  end: string;
  hall: string;
  /** How many places are left, where that is few. */
  left?: string;
  isSoldOut?: boolean;
}

export const toBeAnnounced = 'Time to be announced';

/** Every exam of every package once, in the order of time; those without a time come last. */
export function examsOf(packages: readonly Package[]): Exam[] {
  const exams = new Map<string, Exam>();
  for (const { name: college, courseList } of packages.flatMap(({ collegeList }) => collegeList)) {
    for (const entry of courseList) {
      const { _id: id, examName: course, date, timeStart: start, timeEnd: end, venue: hall } = entry;
      const [left, isSoldOut] = [seatsLeft(entry), entry.sold_out];
      exams.set(id, { id, course, college, date, start, end, hall, left, isSoldOut });
    }
  }
  const order = ({ date, start, end, course }: Exam) => `${date || '~'} ${start || '~'} ${end} ${course}`;
  return [...exams.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

interface Day {
  /** Empty for the exams without a date. */
  date: string;
  exams: Exam[];
}

export function daysOf(exams: readonly Exam[]): Day[] {
  const days = new Map<string, Day>();
  for (const exam of exams) {
    const day = days.get(exam.date) ?? { date: exam.date, exams: [] };
    day.exams.push(exam);
    days.set(exam.date, day);
  }
  return [...days.values()];
}

/** `Saturday, 31 May, 10–11:30 AM, Hall 1`, as far as it is known. */
export function whenAndWhere(exam: Exam): string {
  const known = [exam.date && longDay(exam.date), hours(exam.start, exam.end) || toBeAnnounced, exam.hall];
  return known.filter(Boolean).join(', ');
}
