// Where an administrator signs in.
import { Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { Reference } from '@/components/Reference';
import { referenceOf } from '@/lib/api/client';
import { session, useToken } from '@/lib/session';
import { useProblem } from '@/lib/useProblem';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, Notice } from '@/portal/kit/ui/elements';
import { CheckField, TextField } from '@/portal/kit/ui/Field';
import { replacesAnotherScreen } from '@/portal/kit/ui/firstScreen';
import type { LoginState } from './Guard';
import { CodeForm } from './CodeForm';
import { Doorway } from './Doorway';
import { pauseAfter, signIn, type Challenge } from './login';
import { Pause, pauseOf, useRest, type PauseState } from './Pause';

const hasEnded = 'Your session has ended. Please sign in again; you will be back where you were.';
const signedOut: Record<string, string> = {
  refused: hasEnded,
  elsewhere: hasEnded,
  failed: 'The server could not confirm your session. Please sign in again.',
};

export function LoginPage() {
  const { state } = useLocation() as { state: LoginState | null };
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<{ text: string; reference?: string | undefined }>();
  const [pause, setPause] = useState<PauseState>();
  const [challenge, setChallenge] = useState<Challenge>();
  const rest = useRest(pause);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    replacesAnotherScreen();
  }, []);
  useEffect(() => {
    // It lost the focus while it was disabled.
    if (pause && document.activeElement === document.body) button.current?.focus();
  }, [pause]);
  if (useToken()) return <Navigate to={inPortal(state?.from)} replace />;

  const submit = async () => {
    if (isBusy || rest > 0) return;
    setPause(undefined);
    if (!username.trim() || !password) {
      fail({ text: username.trim() ? 'Password is required' : 'Username is required' });
      return;
    }
    setBusy(true);
    try {
      const asked = await signIn(username.trim(), password);
      if (!asked) return;
      clear();
      setBusy(false);
      setChallenge(asked);
    } catch (error) {
      const failure = error as Error;
      const seconds = pauseAfter(failure);
      if (seconds === undefined) fail({ text: failure.message, reference: referenceOf(failure.cause) });
      else {
        clear();
        setPause(pauseOf(failure.message, seconds));
      }
      setBusy(false);
    }
  };
  const notice = signedOut[session.ending() ?? ''];

  if (challenge) {
    return (
      <Doorway title="Sign in" heading="Admin Portal" text="Your password was right. One more step.">
        <CodeForm
          challenge={challenge}
          onBack={(why) => {
            setChallenge(undefined);
            setPassword('');
            if (why) fail({ text: why });
          }}
        />
      </Doorway>
    );
  }

  return (
    <Doorway title="Sign in" heading="Admin Portal" text="Sign in to your dashboard">
      <form
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault();
          void submit();
        }}
      >
        <Flex direction="column" gap="4" marginTop="5">
          <Pause pause={pause} rest={rest} />
          {problem && (
            <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
              {problem.text}
            </ErrorBanner>
          )}
          {!pause && !problem && notice && (
            <Notice role="status">
              <p>{notice}</p>
              <Reference id={session.endingReference()} />
            </Notice>
          )}
          <TextField
            label="Username"
            isRequired
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={username}
            onChange={setUsername}
          />
          <TextField
            label="Password"
            isRequired
            type="password"
            name="password"
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={setPassword}
          />
          {/* Asked for by the customer, and without effect: a session lasts as long as its token. */}
          <CheckField label="Remember me" isChecked={isRemembered} onChange={setRemembered} />
          {/* A pause leaves it the focus, so that Enter signs in as soon as it is over. */}
          <Button ref={button} type="submit" disabled={isBusy} aria-disabled={rest > 0 || undefined}>
            <BusyLabel busy={isBusy && 'Signing in...'}>Sign in</BusyLabel>
          </Button>
        </Flex>
      </form>
    </Doorway>
  );
}

/** An address of the portal, whatever the history says. */
function inPortal(from: string | undefined): string {
  return from?.startsWith(portalPaths.dashboard) ? from : portalPaths.dashboard;
}
