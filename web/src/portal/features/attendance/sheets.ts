// Which lists there are on paper: one for each exam and hall, by name.
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

export function sheetsOf({ label, exam }: ListPage, candidates: readonly ListedCandidate[]): PaperSheet[] {
  const sheets = new Map<string, PaperSheet>();
  for (const candidate of candidates) {
    const title = exam ? exam.name : `${label}: ${candidate.exam || everyExam}`;
    const facts = exam
      ? [exam.college, exam.venue, shortDay(exam.date), hours(exam.time_start, exam.time_end)]
      : [candidate.venue];
    const known = facts.filter(Boolean).join(' · ');
    const key = `${title}\n${known}`;
    const sheet = sheets.get(key) ?? { title, facts: known, rows: [] };
    sheet.rows.push(candidate);
    sheets.set(key, sheet);
  }
  for (const { rows } of sheets.values()) {
    rows.sort((one, other) => byName.compare(one.name, other.name));
  }
  return [...sheets.values()].sort(
    (one, other) => byName.compare(one.title, other.title) || byName.compare(one.facts, other.facts),
  );
}
