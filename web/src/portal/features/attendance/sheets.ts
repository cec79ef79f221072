// Lists on paper: by name for the entrance of a day, and by exam and hour for the halls.
import { hours, shortDay } from '@/lib/examTime';
import { callForBody, type AnswerOf } from '@/portal/kit/api/data';

export type ListPage = AnswerOf<'/api/check-in/attendance/candidates'>;
export type ListedCandidate = ListPage['candidates'][number];

type YesOrNo = 'yes' | 'no';

/** Which of a list: those who are in, or not; those who are inside now, or went out. Everybody where neither is said. */
export interface Wanted {
  admitted?: YesOrNo;
  inside?: YesOrNo;
}

/** A list and everybody on it. */
export interface WholeList {
  page: ListPage;
  candidates: readonly ListedCandidate[];
}

export interface PaperSheet {
  title: string;
  /** College, hall, day and hours, as far as they are known. */
  facts: string;
  rows: readonly ListedCandidate[];
  /** Whether each row says what the pass is for. */
  hasExams: boolean;
}

export interface Paper {
  sheets: readonly PaperSheet[];
  /** How many have an exam on another day, and are on its lists. */
  elsewhere: number;
}

const collator = new Intl.Collator('en-IN');

const byName = (candidates: readonly ListedCandidate[]) =>
  [...candidates].sort((one, other) => collator.compare(one.name, other.name));

/** All pages: a list on paper is whole or not there. */
export async function readAll(list: string, wanted: Wanted = {}): Promise<WholeList> {
  const candidates: ListedCandidate[] = [];
  let next: string | null | undefined;
  for (;;) {
    const page: ListPage = await callForBody('get', '/api/check-in/attendance/candidates', {
      query: { list, ...(next && { page: next }), ...wanted },
    });
    candidates.push(...page.candidates);
    next = page.next;
    if (!next) return { page, candidates };
  }
}

/** One list by the names: of a day those who have an exam on it, may choose one, or were let in. `words` say who is on it. */
export function paperByName({ page: { list, label, exam }, candidates }: WholeList, words = ''): Paper {
  const isHere = ({ date, admitted }: ListedCandidate) =>
    exam !== null || Boolean(admitted) || !date || list === `day:${date}`;
  const here = candidates.filter(isHere);
  const sheet = exam
    ? { ...sheetOfExam({ exam, rows: here }), hasExams: false }
    : { title: label, facts: '', rows: byName(here), hasExams: true };
  return {
    sheets: [{ ...sheet, title: [sheet.title, words].filter(Boolean).join(': ') }],
    elsewhere: candidates.length - here.length,
  };
}

/** A list for each exam, in the order in which they are given. */
export function paperByExam(lists: readonly WholeList[]): Paper {
  const sheets = lists.flatMap(({ page: { exam }, candidates }) =>
    exam ? [{ ...sheetOfExam({ exam, rows: candidates }), hasExams: false }] : [],
  );
  return { sheets, elsewhere: 0 };
}

function sheetOfExam({
  exam: { name, college, venue, date, time_start, time_end },
  rows,
}: {
  exam: NonNullable<ListPage['exam']>;
  rows: readonly ListedCandidate[];
}) {
  const facts = [college, venue, shortDay(date), hours(time_start, time_end)];
  return { title: name, facts: facts.filter(Boolean).join(' · '), rows: byName(rows) };
}

/** What a pass is for, and where and when. Of several exams the first says that of each. */
export const examOf = ({ exam, venue, time_start, time_end }: ListedCandidate): string =>
  [exam, venue, hours(time_start, time_end)].filter(Boolean).join(' · ');

export const isOnline = ({ exam_preference }: ListedCandidate): boolean => exam_preference === 'Online';
