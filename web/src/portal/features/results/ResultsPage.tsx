// How far the results of each exam are.
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { TextLink } from '@/portal/kit/ui/elements';
import { count, date } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { StateBadge, untilPublished, whenOf } from './state';

type ExamRow = AnswerOf<'/api/results'>[number];

const request = {};

const columns: readonly Column<ExamRow>[] = [
  {
    header: 'Exam',
    isTitle: true,
    cell: ({ course, examName }) => (
      <TextLink to={portalPaths.examResults(course)} translate="no">
        {examName}
      </TextLink>
    ),
  },
  { header: 'College', cell: ({ collegeName }) => <span translate="no">{collegeName || '—'}</span> },
  { header: 'Day', isWhole: true, cell: (exam) => (exam.date ? date(exam.date) : 'To be announced') },
  { header: 'Results', isAside: true, cell: ({ results }) => <StateBadge state={results.state} /> },
  { header: 'When', cell: ({ results }) => whenOf(results) },
  {
    header: 'Candidates',
    align: 'end',
    cell: ({ results }) => (results.state === 'none' ? '—' : count(results.total)),
  },
];

export function ResultsPage() {
  const answer = useAnswer('/api/results', request, {
    refreshInterval: (latest = []) => untilPublished(latest.map(({ results }) => results)),
  });
  return (
    <PortalPage title="Results">
      <PageState
        answer={answer}
        failure="Failed to fetch the results"
        isEmpty={(exams) => exams.length === 0}
        empty="There is no exam yet. Create one under Stream Management."
      >
        {(exams) => (
          <DataTable label="Results by exam" rows={exams} columns={columns} keyOf={({ course }) => course} />
        )}
      </PageState>
    </PortalPage>
  );
}
