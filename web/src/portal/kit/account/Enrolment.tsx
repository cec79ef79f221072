// Setting up a second factor: scan, confirm with a code, keep the recovery codes. Left half-way, nothing has changed.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { ApiError, referenceOf } from '@/lib/api/client';
import { grouped } from '@/lib/grouped';
import { useProblem } from '@/lib/useProblem';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { goOn } from '@/portal/kit/session/goOn';
import { CopyButton } from '@/portal/kit/ui/CopyButton';
import { Button, Notice } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { QrCode } from '@/portal/kit/ui/QrCode';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import { PasswordAgain } from './PasswordAgain';

interface Begun {
  secret: string;
  otpauth_url: string;
}

const codesLost =
  'it is not known whether your second factor is on. Load this page again. If it is on, turn it off and set it up again with the same app: that is how you get recovery codes.';

interface Props {
  onBegun?: () => void;
  /** The person has kept the recovery codes. */
  onDone: () => void;
}

export function Enrolment({ onBegun, onDone }: Props) {
  const [begun, setBegun] = useState<Begun>();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<{
    text: string;
    field: string | undefined;
    reference: string | undefined;
  }>();
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  const attempt = async (work: () => Promise<void>, failure: string, whenLost?: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
      clear();
    } catch (error) {
      fail({
        text: failureText(error, failure, whenLost),
        field: error instanceof ApiError ? error.details.field : undefined,
        reference: referenceOf(error),
      });
    } finally {
      setBusy(false);
    }
  };
  const begin = () =>
    attempt(async () => {
      setBegun(await callForBody('post', '/api/admin/second-factor', {}));
      onBegun?.();
    }, 'This could not be begun. Please try again.');
  const confirm = () =>
    attempt(
      async () => {
        const body = { code: code.trim(), password };
        const confirmed = await callForBody('post', '/api/admin/second-factor/confirm', { body });
        setRecoveryCodes(confirmed.recovery_codes);
        goOn(confirmed);
      },
      'The code could not be checked. Please try again.',
      codesLost,
    );

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={onDone} />;
  return (
    <Flex direction="column" gap="4" maxWidth="32rem">
      {problem && !['code', 'password'].includes(problem.field ?? '') && (
        <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
          {problem.text}
        </ErrorBanner>
      )}
      {!begun && (
        <Button disabled={isBusy} alignSelf="flex-start" onClick={() => void begin()}>
          <BusyLabel busy={isBusy && 'One moment...'}>Set up second factor</BusyLabel>
        </Button>
      )}
      {begun && (
        <form
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault();
            void confirm();
          }}
        >
          <Flex direction="column" gap="4">
            <p>Scan this code with an authenticator app on your phone, or type the key into it.</p>
            <Flex gap="4" align="center" wrap="wrap">
              <QrCode text={begun.otpauth_url} label="QR code for the authenticator app" />
              <Box flex="1" minWidth="12rem">
                <Box fontSize="s" color="ink-soft">
                  Key
                </Box>
                <Box asChild fontFamily="mono" overflowWrap="anywhere">
                  <code>{grouped(begun.secret)}</code>
                </Box>
              </Box>
            </Flex>
            <TextField
              label="Code from the app"
              isRequired
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={40}
              value={code}
              onChange={setCode}
              hint="Six digits. From the next sign-in on, one is asked for after your password."
              error={errorOf('code')}
            />
            <PasswordAgain
              value={password}
              onChange={setPassword}
              hint="Your other sessions end."
              error={errorOf('password')}
            />
            <Button type="submit" disabled={isBusy} alignSelf="flex-start">
              <BusyLabel busy={isBusy && 'Checking...'}>Confirm</BusyLabel>
            </Button>
          </Flex>
        </form>
      )}
    </Flex>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const list = useRef<HTMLOListElement>(null);
  useUnsavedWarning(true);
  return (
    <Flex direction="column" gap="4" maxWidth="32rem">
      <Notice tone="warning" role="status">
        Your second factor is set up. Keep these recovery codes where your phone is not: each one opens your
        account once if the phone is lost. They are not shown again.
      </Notice>
      <Box
        asChild
        fontFamily="mono"
        listStyleType="none"
        display="grid"
        gap="1"
        padding="3"
        borderRadius="s"
        background="paper"
      >
        <ol ref={list} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </Box>
      <Flex gap="3" wrap="wrap">
        <CopyButton text={codes.join('\n')} shownIn={list} label="Copy codes" />
        <Button onClick={onDone}>I have kept them</Button>
      </Flex>
    </Flex>
  );
}
