// The halls of a day side by side, and the rows that each exam takes beside those of the others.
import type { Exam } from '@/lib/catalogue/examTimes';

export interface Lane {
  hall: string;
  /** Its first exam. */
  first: string;
  /** By exam: its rows in a grid, the first of which has the names of the halls. */
  rows: ReadonlyMap<string, string>;
}

/** So many halls have room beside one another. */
export const mostLanes = 6;

/** A hall with two exams at a time has two lanes. */
export function lanesOf(exams: readonly Exam[]): Lane[] {
  const end = (exam: Exam) => (exam.end > exam.start ? exam.end : `${exam.start}~`);
  const moments = [...new Set(exams.flatMap((exam) => [exam.start, end(exam)]))].sort();
  const row = (moment: string) => String(moments.indexOf(moment) + 2);
  const lanes: { hall: string; exams: Exam[] }[] = [];
  for (const exam of exams) {
    const free = lanes.find(
      (lane) => lane.hall === exam.hall && lane.exams.every((other) => end(other) <= exam.start),
    );
    if (free) free.exams.push(exam);
    else lanes.push({ hall: exam.hall, exams: [exam] });
  }
  const byName = (one: string, other: string) =>
    Number(one === '') - Number(other === '') || one.localeCompare(other, 'en', { numeric: true });
  return lanes
    .sort((one, other) => byName(one.hall, other.hall))
    .map(({ hall, exams: inLane }) => ({
      hall,
      first: inLane[0]?.id ?? '',
      rows: new Map(inLane.map((exam) => [exam.id, `${row(exam.start)} / ${row(end(exam))}`])),
    }));
}
