// A password that a person chooses.
import { TextField } from '@/portal/kit/ui/Field';

interface Props {
  value: string;
  onChange: (password: string) => void;
  isShown: boolean;
  error: string | undefined;
}

export function NewPasswordField({ value, onChange, isShown, error }: Props) {
  return (
    <TextField
      label="New password"
      isRequired
      type={isShown ? 'text' : 'password'}
      name="new"
      autoComplete="new-password"
      maxLength={200}
      value={value}
      onChange={onChange}
      // A refusal says it again.
      hint={
        error
          ? undefined
          : 'At least 12 characters. A few words that do not belong together are easy to remember.'
      }
      error={error}
    />
  );
}
