// Which lists there are on paper: one for each exam and hall, in the order of their hours. Those of a day have the exams of
// that day alone, and the passes for all exams.
import { hours, shortDay } from '@/lib/examTime';
import type { AnswerOf } from '@/portal/kit/api/data';

export type ListPage = AnswerOf<'/api/check-in/attendance/candidates'>;
export type ListedCandidate = ListPage['candidates'][number];

export interface PaperSheet {
  title: string;
  /** College, hall, day and hours, as far as they are known. */
  facts: string;
  rows: ListedCandidate[];
}

const everyExam = 'All exams';
const byName = new Intl.Collator('en-IN');

interface Paper {
  sheets: PaperSheet[];
  /** How many have an exam on another day, and are on its lists. */
  elsewhere: number;
}

export function paperOf({ list, label, exam }: ListPage, candidates: readonly ListedCandidate[]): Paper {
  const sheets = new Map<string, PaperSheet & { starts: string }>();
  const isHere = ({ date }: ListedCandidate) => exam !== null || !date || list === `day:${date}`;
  const here = candidates.filter(isHere);
  for (const candidate of here) {
    const title = exam ? exam.name : `${label}: ${candidate.exam || everyExam}`;
    const facts = exam
      ? [exam.college, exam.venue, shortDay(exam.date), hours(exam.time_start, exam.time_end)]
      : [candidate.venue, hours(candidate.time_start, candidate.time_end)];
    const known = facts.filter(Boolean).join(' · ');
    const key = `${title}\n${known}`;
    const sheet = sheets.get(key) ?? { title, facts: known, rows: [], starts: candidate.time_start };
    sheet.rows.push(candidate);
    sheets.set(key, sheet);
  }
  for (const { rows } of sheets.values()) {
    rows.sort((one, other) => byName.compare(one.name, other.name));
  }
  const ordered = [...sheets.values()].sort(
    (one, other) =>
      // Those without an hour come last.
      Number(!one.starts) - Number(!other.starts) ||
      one.starts.localeCompare(other.starts) ||
      byName.compare(one.title, other.title) ||
      byName.compare(one.facts, other.facts),
  );
  return {
    sheets: ordered.map(({ title, facts, rows }) => ({ title, facts, rows })),
    elsewhere: candidates.length - here.length,
  };
}
