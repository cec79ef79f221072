// Where the person is signed in, and the end of it, for the password.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { session } from '@/lib/session';
import { PasswordAgain } from '@/portal/kit/account/PasswordAgain';
import { SessionTable, type Session } from '@/portal/kit/account/SessionTable';
import { callForBody, useAnswer } from '@/portal/kit/api/data';
import { useSending } from '@/portal/kit/forms/useSending';
import { goOn, notKnown } from '@/portal/kit/session/goOn';
import { Button } from '@/portal/kit/ui/elements';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';

export function OwnSessions() {
  const answer = useAnswer('/api/admin/sessions', {});
  const [ending, setEnding] = useState<Session | 'all'>();
  const close = () => {
    setEnding(undefined);
    void answer.mutate();
  };
  return (
    <PageState answer={answer} failure="Failed to fetch your sessions">
      {(sessions) => (
        <Flex direction="column" gap="4">
          <SessionTable label="Your sessions" sessions={sessions} isBusy={false} end={setEnding} />
          <Button
            look="quiet"
            alignSelf="flex-start"
            onClick={() => {
              setEnding('all');
            }}
          >
            Sign out everywhere
          </Button>
          {ending === 'all' && <AllDialog onClose={close} />}
          {ending !== undefined && ending !== 'all' && <OneDialog ending={ending} onClose={close} />}
        </Flex>
      )}
    </PageState>
  );
}

function OneDialog({ ending: { id, device }, onClose }: { ending: Session; onClose: () => void }) {
  const toaster = useToaster();
  const end = async (password: string) => {
    goOn(await callForBody('delete', '/api/admin/sessions/{id}', { path: { id }, body: { password } }));
    toaster.success(`${device} is signed out.`);
    onClose();
  };
  return (
    <EndDialog
      title={`Sign out ${device}?`}
      text="That session ends. This one and any others go on."
      agree="Sign out"
      failure="The session could not be ended. Please try again."
      end={end}
      onClose={onClose}
    />
  );
}

function AllDialog({ onClose }: { onClose: () => void }) {
  const end = async (password: string) => {
    await call('delete', '/api/admin/sessions', { body: { password } });
    session.leave();
  };
  return (
    <EndDialog
      title="Sign out everywhere?"
      text="Every session ends, this one too."
      agree="Sign out everywhere"
      failure="The sessions could not be ended. Please try again."
      end={end}
      onClose={onClose}
    />
  );
}

interface EndProps {
  title: string;
  text: string;
  agree: string;
  failure: string;
  end: (password: string) => Promise<void>;
  onClose: () => void;
}

function EndDialog({ title, text, agree, failure, end, onClose }: EndProps) {
  const [password, setPassword] = useState('');
  const { isBusy, send, errorAt, failureBeside } = useSending();
  return (
    <FormDialog
      title={title}
      text={text}
      agree={agree}
      isBusy={isBusy}
      // A password alone is soon typed again.
      isDirty={false}
      failure={failureBeside('password')}
      onSend={() => void send(() => end(password), failure, notKnown)}
      onClose={onClose}
    >
      <PasswordAgain value={password} onChange={setPassword} error={errorAt('password')} />
    </FormDialog>
  );
}
