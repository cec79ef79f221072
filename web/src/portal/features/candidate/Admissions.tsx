// Where a candidate was let in and went out, and taking it back.
import { useToken } from '@/lib/session';
import { grouped } from '@/lib/grouped';
import type { AnswerOf } from '@/portal/kit/api/data';
import { useUndo } from '@/portal/kit/checkIn/UndoDialog';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Badge, Button } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { Section } from './Section';

type Admission = AnswerOf<'/api/customers/{customerId}'>['admissions'][number];

interface Props {
  admissions: readonly Admission[];
  customerId: string;
  name: string;
  reload: () => Promise<unknown>;
}

const standings: Record<
  Admission['standing'],
  { text: string; colour: 'green' | 'grey' | 'red' | 'yellow' }
> = {
  counts: { text: 'In', colour: 'green' },
  also: { text: 'Scanned again', colour: 'yellow' },
  back: { text: 'Back in', colour: 'green' },
  practice: { text: 'Practice', colour: 'yellow' },
  without_right: { text: 'Without a right', colour: 'red' },
  went_out: { text: 'Went out', colour: 'grey' },
};

const facts: readonly Column<Admission>[] = [
  { header: 'List', isTitle: true, cell: ({ label }) => label },
  {
    header: 'Scan',
    cell: ({ standing, reason }) => (
      <>
        <Badge colour={standings[standing].colour}>{standings[standing].text}</Badge>
        {reason && <div>{reason}</div>}
      </>
    ),
  },
  { header: 'Scanned', isWhole: true, cell: ({ at }) => dateTime(at) },
  { header: 'Device', cell: ({ device }) => device },
  { header: 'By', cell: ({ by }) => by },
];

export function Admissions({ admissions, customerId, name, reload }: Props) {
  const { undo, dialog } = useUndo(customerId, reload);
  const mayUndo = mayWorkAtCounter(useToken() ?? '');
  const action: Column<Admission> = {
    header: 'Action',
    isAction: true,
    cell: ({ list, label, nonce, at, device }) => (
      <Button
        look="quiet"
        size="small"
        aria-label={`Undo the scan at ${device}, ${label}`}
        onClick={() => {
          undo({ list, name, passNo: grouped(customerId), nonce, at, device });
        }}
      >
        Undo
      </Button>
    ),
  };
  return (
    <>
      {admissions.length > 0 && (
        <Section title="At the Doors">
          <DataTable
            label="At the Doors"
            rows={admissions}
            columns={mayUndo ? [...facts, action] : facts}
            keyOf={({ list, nonce }) => `${list} ${nonce}`}
          />
        </Section>
      )}
      {dialog}
    </>
  );
}
