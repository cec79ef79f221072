// A new account. What was typed stays when it is refused.
import { useState } from 'react';
import { ApiError } from '@/lib/api/client';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { SelectField, TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { chosenRole, roleHint, roleOptions } from './account';
import type { Given } from './GivenPassword';

interface Props {
  onSaved: (given?: Given) => Promise<void>;
  onClose: () => void;
}

interface Problem {
  text: string;
  field: string | undefined;
}

export function InviteDialog({ onSaved, onClose }: Props) {
  const [username, setUsername] = useState('');
  const [role, setRole] = useState('');
  const [email, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const send = async () => {
    const given = chosenRole(role);
    if (!username.trim()) {
      setProblem({ text: 'Please enter a username', field: 'username' });
      return;
    }
    if (!given) {
      setProblem({ text: 'Please choose a role', field: 'role' });
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const body = {
        username: username.trim(),
        role: given,
        ...(email.trim() && { email: email.trim() }),
      };
      const made = await callForBody('post', '/api/admin/users', { body });
      await onSaved({ username: made.username, password: made.password ?? '' });
    } catch (error) {
      setProblem({
        text: failureText(error, 'The account could not be made. Please try again.'),
        field: error instanceof ApiError ? error.details.field : undefined,
      });
      setBusy(false);
    }
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  const isAtField = ['username', 'role', 'email'].some((field) => field === problem?.field);
  return (
    <FormDialog
      title="Invite somebody"
      text="They get a password from you and choose their own at the first sign-in."
      agree="Invite"
      isBusy={isBusy}
      failure={isAtField ? undefined : problem?.text}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label="Username"
        hint="What they sign in with."
        isRequired
        autoComplete="off"
        autoCapitalize="none"
        maxLength={100}
        value={username}
        onChange={setUsername}
        error={errorOf('username')}
      />
      <SelectField
        label="Role"
        isRequired
        placeholder="-- Select Role --"
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
    </FormDialog>
  );
}
