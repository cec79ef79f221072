// Where somebody who is signed in gives the password once more.
import { TextField } from '@/portal/kit/ui/Field';

interface Props {
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error: string | undefined;
}

export function PasswordAgain({ value, onChange, hint, error }: Props) {
  return (
    <TextField
      label="Your password"
      isRequired
      type="password"
      name="password"
      autoComplete="current-password"
      maxLength={256}
      value={value}
      onChange={onChange}
      hint={hint}
      error={error}
    />
  );
}
