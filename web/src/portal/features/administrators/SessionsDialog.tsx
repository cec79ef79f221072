// Where somebody is signed in, and the end of it: of a phone that was lost, or of somebody who has gone.
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { SessionTable, type Session } from '@/portal/kit/account/SessionTable';
import { useAnswer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { AnswerDialog } from '@/portal/kit/ui/AnswerDialog';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button } from '@/portal/kit/ui/elements';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { User } from './account';

interface Props {
  account: User;
  /** Those of the person who looks: their password is asked for where they end them. */
  isOwn: boolean;
  /** Reads the accounts again. */
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

export function SessionsDialog({ account: { id: accountId, username }, isOwn, onChanged, onClose }: Props) {
  // By its id, whatever the name is.
  const path = { username: `~${accountId}` };
  const answer = useAnswer('/api/admin/users/{username}/sessions', { path });
  const [isBusy, setBusy] = useState(false);
  const { confirm } = useDialogs();
  const toaster = useToaster();

  const during = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      toaster.success(done);
    } catch (error) {
      toaster.error(failureText(error, 'It could not be ended. Please try again.'), error);
    }
    await Promise.all([answer.mutate(), onChanged()]);
    setBusy(false);
  };
  const end = ({ id, device }: Session) =>
    during(
      () => call('delete', '/api/admin/users/{username}/sessions/{id}', { path: { ...path, id } }),
      `${device} is signed out.`,
    );
  const endAll = async () => {
    const isMeant = await confirm({
      title: `Sign ${username} out everywhere?`,
      text: 'Every session ends. To keep somebody out, disable the account as well.',
      agree: 'Sign out everywhere',
      isDangerous: true,
    });
    if (!isMeant) return;
    await during(
      () => call('delete', '/api/admin/users/{username}/sessions', { path }),
      `${username} is signed out everywhere.`,
    );
  };

  const isAnywhere = (answer.data?.length ?? 0) > 0;
  return (
    <AnswerDialog<undefined>
      title={`Where ${username} is signed in`}
      unanswered={undefined}
      onAnswer={onClose}
      buttons={(give) => (
        <>
          {isAnywhere && !isOwn && (
            <Button look="harm" disabled={isBusy} onClick={() => void endAll()}>
              Sign out everywhere
            </Button>
          )}
          <Button
            look="quiet"
            onClick={() => {
              give(undefined);
            }}
          >
            Close
          </Button>
        </>
      )}
    >
      {() => (
        <Box>
          {isOwn && (
            <Box asChild marginBottom="3" color="ink-soft">
              <p>You end your own sessions under My account.</p>
            </Box>
          )}
          <PageState
            answer={answer}
            failure="Failed to fetch the sessions"
            isEmpty={(sessions) => sessions.length === 0}
            empty="Nowhere at present."
          >
            {(sessions) => (
              <SessionTable
                label={`Sessions of ${username}`}
                sessions={sessions}
                isBusy={isBusy}
                end={isOwn ? undefined : (session) => void end(session)}
              />
            )}
          </PageState>
        </Box>
      )}
    </AnswerDialog>
  );
}
