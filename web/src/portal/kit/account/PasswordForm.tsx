// A person's own password. What was typed stays when it is refused.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { ApiError, referenceOf } from '@/lib/api/client';
import { goOn, notKnown } from '@/portal/kit/session/goOn';
import { usernameIn } from '@/portal/kit/session/username';
import { session } from '@/lib/session';
import { useProblem } from '@/lib/useProblem';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { Button } from '@/portal/kit/ui/elements';
import { CheckField, TextField } from '@/portal/kit/ui/Field';
import { NewPasswordField } from './NewPasswordField';

interface Problem {
  text: string;
  field: string | undefined;
  reference?: string | undefined;
}

export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<Problem>();
  const send = async () => {
    if (isBusy) return;
    if (!current) {
      fail({ text: 'Please enter your current password.', field: 'current' });
      return;
    }
    setBusy(true);
    try {
      goOn(await callForBody('put', '/api/admin/password', { body: { current, new: next } }));
      setCurrent('');
      setNext('');
      clear();
      onChanged();
    } catch (error) {
      fail({
        text: failureText(
          error,
          'The password could not be changed. Please try again.',
          `${notKnown} Your new password is the right one then.`,
        ),
        field: error instanceof ApiError ? error.details.field : undefined,
        reference: referenceOf(error),
      });
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  const isElsewhere = problem && problem.field !== 'current' && problem.field !== 'new';

  return (
    <form
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault();
        void send();
      }}
    >
      <Flex direction="column" gap="4" maxWidth="26rem">
        {isElsewhere && (
          <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
            {problem.text}
          </ErrorBanner>
        )}
        {/* For password managers, which keep a password by its name. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={usernameIn(session.token() ?? '')}
          readOnly
          hidden
        />
        <TextField
          label="Current password"
          isRequired
          type={isShown ? 'text' : 'password'}
          name="current"
          autoComplete="current-password"
          maxLength={200}
          value={current}
          onChange={setCurrent}
          error={errorOf('current')}
        />
        <NewPasswordField value={next} onChange={setNext} isShown={isShown} error={errorOf('new')} />
        <CheckField label="Show passwords" isChecked={isShown} onChange={setShown} />
        <Button type="submit" disabled={isBusy} alignSelf="flex-start">
          <BusyLabel busy={isBusy && 'Changing...'}>Change password</BusyLabel>
        </Button>
      </Flex>
    </form>
  );
}
