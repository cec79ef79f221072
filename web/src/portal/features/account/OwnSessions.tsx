// Where the person is signed in, and the end of it.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { session } from '@/lib/session';
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Badge, Button } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';

type OwnSession = AnswerOf<'/api/admin/sessions'>[number];

export function OwnSessions() {
  const answer = useAnswer('/api/admin/sessions', {});
  const [busy, setBusy] = useState<string>();
  const { confirm } = useDialogs();
  const toaster = useToaster();

  const end = async ({ id, device }: OwnSession) => {
    setBusy(id);
    try {
      await call('delete', '/api/admin/sessions/{id}', { path: { id } });
      toaster.success(`${device} is signed out.`);
    } catch (error) {
      toaster.error(failureText(error, 'The session could not be ended. Please try again.'));
    } finally {
      setBusy(undefined);
      await answer.mutate();
    }
  };
  const endAll = async () => {
    const isMeant = await confirm({
      title: 'Sign out everywhere?',
      text: 'Every session ends, this one too.',
      agree: 'Sign out everywhere',
    });
    if (!isMeant) return;
    try {
      await call('delete', '/api/admin/sessions', {});
      session.end('left');
    } catch (error) {
      toaster.error(failureText(error, 'The sessions could not be ended. Please try again.'));
    }
  };
  const columns: readonly Column<OwnSession>[] = [
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
        !row.current && (
          <Button look="quiet" size="small" disabled={busy !== undefined} onClick={() => void end(row)}>
            Sign out
          </Button>
        ),
    },
  ];
  return (
    <PageState answer={answer} failure="Failed to fetch your sessions">
      {(sessions) => (
        <Flex direction="column" gap="4">
          <DataTable
            label="Your sessions"
            rows={sessions}
            columns={sessions.length > 1 ? columns : columns.filter(({ isAction }) => !isAction)}
            keyOf={({ id }) => id}
          />
          <Button look="quiet" alignSelf="flex-start" onClick={() => void endAll()}>
            Sign out everywhere
          </Button>
        </Flex>
      )}
    </PageState>
  );
}
