// Another role, a new password, the end of an account; each says what follows.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { ApiError } from '@/lib/api/client';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { CheckField, SelectField, TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { chosenRole, roleHint, roleOptions, type User } from './account';
import type { Given } from './GivenPassword';

interface Props {
  user: User;
  isOwn: boolean;
  onSaved: (given?: Given) => Promise<void>;
  onClose: () => void;
}

interface Problem {
  text: string;
  field: string | undefined;
}

export function ChangeDialog({ user, isOwn, onSaved, onClose }: Props) {
  const { username, version } = user;
  const [role, setRole] = useState(user.role);
  const [email, setEmail] = useState(user.email ?? '');
  const [isDisabled, setDisabled] = useState(user.disabled);
  const [isReset, setReset] = useState(false);
  const [isFactorReset, setFactorReset] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const toaster = useToaster();
  const ends = role !== user.role || isDisabled !== user.disabled || isReset || isFactorReset;
  const send = async () => {
    const newRole = role === user.role ? undefined : chosenRole(role);
    setBusy(true);
    setProblem(undefined);
    try {
      const saved = await callForBody('put', '/api/admin/users/{username}', {
        path: { username },
        body: {
          version,
          ...(newRole && { role: newRole }),
          ...(email.trim() !== (user.email ?? '') && { email: email.trim() }),
          ...(isDisabled !== user.disabled && { disabled: isDisabled }),
          ...(isReset && { reset: true }),
          ...(isFactorReset && { reset_second_factor: true }),
        },
      });
      if (!saved.password) toaster.success(`${username} is changed.`);
      await onSaved(saved.password ? { username, password: saved.password } : undefined);
    } catch (error) {
      setProblem({
        text: failureText(error, 'The account could not be changed. Please try again.'),
        field: error instanceof ApiError ? error.details.field : undefined,
      });
      setBusy(false);
    }
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  const isAtField = ['role', 'email'].some((field) => field === problem?.field);
  return (
    <FormDialog
      title={`Change ${username}`}
      text={ends ? `Saving this signs ${username} out everywhere.` : undefined}
      agree="Save"
      isDangerous={ends}
      isBusy={isBusy}
      failure={isAtField ? undefined : problem?.text}
      onSend={() => void send()}
      onClose={onClose}
    >
      <SelectField
        label="Role"
        isRequired
        options={roleOptions}
        value={role}
        onChange={setRole}
        hint={roleHint(role)}
        error={errorOf('role')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={100}
        value={email}
        onChange={setEmail}
        hint="Where a sign-in from a new device is told."
        error={errorOf('email')}
      />
      {isOwn ? (
        <p>Your own password and second factor are under My account. Nobody can disable their own account.</p>
      ) : (
        <Flex direction="column">
          <CheckField label="Give a new password" isChecked={isReset} onChange={setReset} />
          {user.second_factor && (
            <CheckField
              label="Turn off the second factor, for somebody who has lost it"
              isChecked={isFactorReset}
              onChange={setFactorReset}
            />
          )}
          <CheckField label="Disabled: nobody can sign in" isChecked={isDisabled} onChange={setDisabled} />
        </Flex>
      )}
    </FormDialog>
  );
}
