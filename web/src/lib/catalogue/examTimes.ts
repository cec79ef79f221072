// The timetable: when and where the exams are, and which of them nobody can sit both. Days and hours are those of the clock on the
// wall of the hall, as the catalogue has them: the time zone of a device changes nothing.
import type { Package } from '../api/types';
import { hours, longDay } from '../examTime';

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
}

export const toBeAnnounced = 'Time to be announced';

/** Every exam of every package once, in the order of time; those without a time come last. */
export function examsOf(packages: readonly Package[]): Exam[] {
  const exams = new Map<string, Exam>();
  for (const { name: college, courseList } of packages.flatMap(({ collegeList }) => collegeList)) {
    for (const { _id: id, examName: course, date, timeStart, timeEnd, venue } of courseList) {
      exams.set(id, { id, course, college, date, start: timeStart, end: timeEnd, hall: venue });
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

/** One whose end is not known is taken for its first moment. */
const endOf = ({ start, end }: Exam) => (end > start ? end : start);

/** Whether nobody can sit both: they begin together, or one begins before the other has ended. */
export function overlap(one: Exam, other: Exam): boolean {
  if (!one.date || one.date !== other.date || !one.start || !other.start) return false;
  return one.start === other.start || (one.start < endOf(other) && other.start < endOf(one));
}

/** For each exam that overlaps with others, these. */
export function clashesOf(exams: readonly Exam[]): Map<string, Exam[]> {
  const clashes = new Map<string, Exam[]>();
  for (const exam of exams) {
    const others = exams.filter((other) => other !== exam && overlap(exam, other));
    if (others.length > 0) clashes.set(exam.id, others);
  }
  return clashes;
}

/** How many of them one person can sit; one whose time is not known may turn out to fit. */
export function countThatFit(exams: readonly Exam[]): number {
  const taken: Exam[] = [];
  // Whoever always takes the one that ends first sits the most.
  const byEnd = [...exams].sort((one, other) => (endOf(one) < endOf(other) ? -1 : 1));
  for (const exam of byEnd) {
    if (!taken.some((other) => overlap(exam, other))) taken.push(exam);
  }
  return taken.length;
}

/** `Saturday, 31 May, 10–11:30 AM, Hall 1`, as far as it is known. */
export function whenAndWhere(exam: Exam): string {
  const known = [exam.date && longDay(exam.date), hours(exam.start, exam.end) || toBeAnnounced, exam.hall];
  return known.filter(Boolean).join(', ');
}

/** `BBA Logistics and BA LLB`; with the college where another one has a course of that name. */
export function named(exams: readonly Exam[], all: readonly Exam[]): string {
  const names = exams.map(({ course, college, id }) =>
    all.some((other) => other.course === course && other.id !== id) ? `${course} (${college})` : course,
  );
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}
