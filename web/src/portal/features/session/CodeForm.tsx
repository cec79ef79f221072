// The second step of signing in: the code of the second factor.
import { Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { referenceOf } from '@/lib/api/client';
import { useProblem } from '@/lib/useProblem';
import { Button } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { answerChallenge, isChallengeOver, pauseAfter, type Challenge } from './login';
import { Pause, pauseOf, useRest, type PauseState } from './Pause';

interface Props {
  challenge: Challenge;
  /** A session has begun. */
  onDone?: () => void;
  /** Back to the password, with what to tell the person. */
  onBack: (why?: string) => void;
}

export function CodeForm({ challenge, onDone, onBack }: Props) {
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<{ text: string; reference: string | undefined }>();
  const [pause, setPause] = useState<PauseState>();
  const rest = useRest(pause);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // What the person came for.
    form.current?.querySelector('input')?.focus();
  }, [isRecovery]);
  const submit = async () => {
    if (isBusy || rest > 0 || !code.trim()) return;
    setPause(undefined);
    setBusy(true);
    try {
      await answerChallenge(challenge, code.trim());
      onDone?.();
    } catch (error) {
      const failure = error as Error;
      const seconds = pauseAfter(failure);
      setBusy(false);
      if (isChallengeOver(failure)) {
        onBack(failure.message);
      } else if (seconds === undefined) {
        fail({ text: failure.message, reference: referenceOf(failure.cause) });
      } else {
        clear();
        setPause(pauseOf(failure.message, seconds));
      }
    }
  };
  return (
    <form
      ref={form}
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
        <TextField
          // The other kind is another field.
          key={String(isRecovery)}
          label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
          isRequired
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          onChange={setCode}
          hint={
            isRecovery
              ? 'One of the ten that you kept. It is good once.'
              : 'Six digits; a new one every half minute.'
          }
        />
        <Button type="submit" disabled={isBusy} aria-disabled={rest > 0 || undefined}>
          <BusyLabel busy={isBusy && 'Checking...'}>Continue</BusyLabel>
        </Button>
        <Flex justify="space-between" wrap="wrap" gap="2">
          <Button
            look="plain"
            onClick={() => {
              setCode('');
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
          </Button>
          <Button
            look="plain"
            onClick={() => {
              onBack();
            }}
          >
            Back
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}
