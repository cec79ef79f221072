// Who has a pass for the exam and no result.
import type { Column } from '@/portal/kit/ui/DataTable';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, TextLink } from '@/portal/kit/ui/elements';
import { FirstRows } from '@/portal/kit/ui/FirstRows';
import type { ExamResults } from './state';

type Candidate = ExamResults['missing'][number];

interface Props {
  results: ExamResults;
  /** None where nothing may be added. */
  onAdd: ((candidate: Candidate) => void) | undefined;
}

export function Missing({ results: { state, missing }, onAdd }: Props) {
  if (missing.length === 0) return null;
  const columns: readonly Column<Candidate>[] = [
    {
      header: 'Name',
      isTitle: true,
      cell: ({ name, customer_id }) => (
        <TextLink to={portalPaths.customer(customer_id)} translate="no">
          {name}
        </TextLink>
      ),
    },
    { header: 'Pass no.', isWhole: true, cell: ({ pass_no }) => <span translate="no">{pass_no}</span> },
    { header: 'Pass', cell: ({ all_exams }) => (all_exams ? 'Every exam' : 'This exam') },
    {
      header: 'At the door',
      cell: ({ attended }) => (attended === null ? '—' : attended ? 'Let in' : 'Not let in'),
    },
    ...(onAdd
      ? [
          {
            header: 'Actions',
            isAction: true,
            cell: (candidate: Candidate) => (
              <Button
                look="quiet"
                size="small"
                onClick={() => {
                  onAdd(candidate);
                }}
              >
                <span>Add a result</span>
                <span className="visually-hidden">{` of ${candidate.name}`}</span>
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <FirstRows
      title={state === 'none' ? 'Candidates of the exam' : 'Without a result'}
      rows={missing}
      columns={columns}
      keyOf={({ customer_id }) => customer_id}
    />
  );
}
