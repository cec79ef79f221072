// The fields of an account that an invitation and a change have in common.
import { SelectField, TextField } from '@/portal/kit/ui/Field';
import { roleHint, roleOptions } from './account';

interface Props {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

export function RoleField(field: Props & { placeholder?: string }) {
  return (
    <SelectField label="Role" isRequired options={roleOptions} hint={roleHint(field.value)} {...field} />
  );
}

export function EmailField(field: Props) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="off"
      maxLength={100}
      hint="We write here when someone signs in from a new device. An invitation goes here, too."
      {...field}
    />
  );
}
