// Where the person can be reached: shown, and changed for the password.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { PasswordAgain } from '@/portal/kit/account/PasswordAgain';
import { callForBody, type AnswerOf } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { goOn, notKnown } from '@/portal/kit/session/goOn';
import { Button } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Props {
  account: AnswerOf<'/api/admin/account'>;
  readAgain: () => Promise<unknown>;
}

export function OwnAddress({ account, readAgain }: Props) {
  const email = account.email ?? '';
  const [{ isChanging }, keep] = useKept('changing-address', { isChanging: false });
  return (
    <Flex direction="column" gap="4" align="flex-start" overflowWrap="anywhere">
      <p>
        {email
          ? `We write to ${email} when someone signs in from a new device, or changes what opens your account.`
          : 'Your account has no address. With one, we write to you when someone signs in from a new device, or changes what opens your account.'}
      </p>
      <Button
        look="quiet"
        onClick={() => {
          keep({ isChanging: true });
        }}
      >
        {email ? 'Change address…' : 'Add an address…'}
      </Button>
      {isChanging && (
        <Change
          email={email}
          readAgain={readAgain}
          onClose={() => {
            keep({ isChanging: false });
          }}
        />
      )}
    </Flex>
  );
}

interface ChangeProps {
  email: string;
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

function Change({ email, readAgain, onClose }: ChangeProps) {
  const [{ next }, keep] = useKept('own-address', { next: email });
  const [password, setPassword] = useState('');
  const { isBusy, send, errorAt, failureBeside } = useSending();
  const toaster = useToaster();
  const change = async () => {
    goOn(await callForBody('put', '/api/admin/account', { body: { email: next.trim(), password } }));
    toaster.success('Your address is changed. Your other sessions have ended.');
    onClose();
    await readAgain();
  };
  return (
    <FormDialog
      title={email ? 'Change your address' : 'Add an address'}
      text={
        email
          ? `${email} gets a last mail, which says so. Your other sessions end.`
          : 'Your other sessions end.'
      }
      agree="Save"
      isBusy={isBusy}
      isDirty={next.trim() !== email || password !== ''}
      failure={failureBeside('email', 'password')}
      onSend={() => void send(change, 'Your address could not be changed. Please try again.', notKnown)}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={100}
        value={next}
        onChange={(typed) => {
          keep({ next: typed });
        }}
        hint={email ? 'Empty for no address.' : undefined}
        error={errorAt('email')}
      />
      <PasswordAgain value={password} onChange={setPassword} error={errorAt('password')} />
    </FormDialog>
  );
}
