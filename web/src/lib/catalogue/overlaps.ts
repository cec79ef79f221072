// Which exams nobody can sit both.
import type { Exam } from './examTimes';

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

/** Those that nobody can sit both, two by two, each two once. */
export const pairsOf = (exams: readonly Exam[]): (readonly [Exam, Exam])[] =>
  exams.flatMap((one, at) =>
    exams
      .slice(at + 1)
      .filter((other) => overlap(one, other))
      .map((other) => [one, other] as const),
  );

/** How many of them one person can sit; one whose time is not known may turn out to fit. */
export function countThatFit(exams: readonly Exam[]): number {
  const taken: Exam[] = [];
  // Always taking the one that ends first sits the most.
  const byEnd = [...exams].sort((one, other) => (endOf(one) < endOf(other) ? -1 : 1));
  for (const exam of byEnd) {
    if (!taken.some((other) => overlap(exam, other))) taken.push(exam);
  }
  return taken.length;
}

/** Of all exams those that have a place left, and how many of these one person can sit. */
export function stillToSit(exams: readonly Exam[]) {
  const open = exams.filter(({ isSoldOut }) => !isSoldOut);
  return { open, fit: countThatFit(open) };
}

/** `BBA Logistics and BA LLB`; with the college where another one has a course of that name. */
export function named(exams: readonly Exam[], all: readonly Exam[]): string {
  const names = exams.map(({ course, college, id }) =>
    all.some((other) => other.course === course && other.id !== id) ? `${course} (${college})` : course,
  );
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}
