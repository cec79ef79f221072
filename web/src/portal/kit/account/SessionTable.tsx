// Where a person is signed in, each with the way to end it where there is one.
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Badge, Button } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import type { AnswerOf } from '@/portal/kit/api/data';

export type Session = AnswerOf<'/api/admin/sessions'>[number];

interface Props {
  label: string;
  sessions: readonly Session[];
  /** One is being ended. */
  isBusy: boolean;
  end?: ((session: Session) => void) | undefined;
}

export function SessionTable({ label, sessions, isBusy, end }: Props) {
  const columns: readonly Column<Session>[] = [
    {
      header: 'Device',
      isTitle: true,
      cell: ({ device, current }) => (
        <>
          <span>{`${device} `}</span>
          {current && <Badge colour="green">This one</Badge>}
        </>
      ),
    },
    { header: 'Signed in', cell: ({ created_at }) => dateTime(created_at), isWhole: true },
    { header: 'Last used', cell: ({ last_seen }) => dateTime(last_seen), isWhole: true },
    {
      header: 'Action',
      isAction: true,
      cell: (row) =>
        !row.current &&
        end && (
          <Button
            look="quiet"
            size="small"
            disabled={isBusy}
            onClick={() => {
              end(row);
            }}
          >
            Sign out
          </Button>
        ),
    },
  ];
  const isActionless = !end || sessions.every(({ current }) => current);
  return (
    <DataTable
      label={label}
      rows={sessions}
      columns={isActionless ? columns.filter(({ isAction }) => !isAction) : columns}
      keyOf={({ id }) => id}
    />
  );
}
