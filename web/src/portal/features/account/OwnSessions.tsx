// Where the person is signed in, and the end of it.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { session } from '@/lib/session';
import { SessionTable, type Session } from '@/portal/kit/account/SessionTable';
import { useAnswer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button } from '@/portal/kit/ui/elements';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';

export function OwnSessions() {
  const answer = useAnswer('/api/admin/sessions', {});
  const [isBusy, setBusy] = useState(false);
  const { confirm } = useDialogs();
  const toaster = useToaster();

  const end = async ({ id, device }: Session) => {
    setBusy(true);
    try {
      await call('delete', '/api/admin/sessions/{id}', { path: { id } });
      toaster.success(`${device} is signed out.`);
    } catch (error) {
      toaster.error(failureText(error, 'The session could not be ended. Please try again.'));
    } finally {
      setBusy(false);
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
  return (
    <PageState answer={answer} failure="Failed to fetch your sessions">
      {(sessions) => (
        <Flex direction="column" gap="4">
          <SessionTable
            label="Your sessions"
            sessions={sessions}
            isBusy={isBusy}
            end={(one) => void end(one)}
          />
          <Button look="quiet" alignSelf="flex-start" onClick={() => void endAll()}>
            Sign out everywhere
          </Button>
        </Flex>
      )}
    </PageState>
  );
}
