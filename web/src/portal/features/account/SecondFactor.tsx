// The own second factor: set up, and turned off with a code of it.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { callForBody, type AnswerOf } from '@/portal/kit/api/data';
import { Enrolment } from '@/portal/kit/account/Enrolment';
import { PasswordAgain } from '@/portal/kit/account/PasswordAgain';
import { useSending } from '@/portal/kit/forms/useSending';
import { goOn, notKnown } from '@/portal/kit/session/goOn';
import { Badge, Button } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Props {
  account: AnswerOf<'/api/admin/account'>;
  readAgain: () => Promise<unknown>;
}

export function SecondFactor({ account, readAgain }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  /** From the start of setting it up until the recovery codes are kept. */
  const [isEnrolling, setEnrolling] = useState(false);
  // The account may be read again at any moment, and says "on" before the codes are kept: they are shown only here.
  if (isEnrolling || !account.second_factor) {
    return (
      <Flex direction="column" gap="4">
        <p>
          A code from an app on your phone, asked for after your password, keeps out anybody who has only seen
          the password. You need an authenticator app.
        </p>
        <Enrolment
          onBegun={() => {
            setEnrolling(true);
          }}
          onDone={() => {
            setEnrolling(false);
            void readAgain();
          }}
        />
      </Flex>
    );
  }
  return (
    <Flex direction="column" gap="4" align="flex-start">
      <p>
        <Badge colour="green">On</Badge> <span>{recovery(account.recovery_codes)}</span>
      </p>
      <Button
        look="quiet"
        onClick={() => {
          setRemoving(true);
        }}
      >
        Turn off…
      </Button>
      {isRemoving && (
        <Removal
          readAgain={readAgain}
          onClose={() => {
            setRemoving(false);
          }}
        />
      )}
    </Flex>
  );
}

function recovery(left: number): string {
  if (left === 0) return 'No recovery code is left: turn it off and set it up again to get new ones.';
  return `${String(left)} recovery ${left === 1 ? 'code is' : 'codes are'} left.`;
}

function Removal({ readAgain, onClose }: { readAgain: () => Promise<unknown>; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const { isBusy, send, errorAt, failureBeside } = useSending();
  const toaster = useToaster();
  const turnOff = async () => {
    const body = { code: code.trim(), password };
    goOn(await callForBody('delete', '/api/admin/second-factor', { body }));
    toaster.success('Your second factor is off.');
    onClose();
    await readAgain();
  };
  return (
    <FormDialog
      title="Turn off the second factor?"
      text="Your password alone then signs you in. To move to another phone, turn it off and set it up again."
      agree="Turn off"
      isDangerous
      isBusy={isBusy}
      isDirty={code !== '' || password !== ''}
      failure={failureBeside('code', 'password')}
      onSend={() => void send(turnOff, 'It could not be turned off. Please try again.', notKnown)}
      onClose={onClose}
    >
      <TextField
        label="Code from the app, or a recovery code"
        isRequired
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={setCode}
        error={errorAt('code')}
      />
      <PasswordAgain
        value={password}
        onChange={setPassword}
        hint="Your other sessions end."
        error={errorAt('password')}
      />
    </FormDialog>
  );
}
