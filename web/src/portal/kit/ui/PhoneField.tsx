// The field for a phone number, which may be pasted however it is written elsewhere.
import { useState, type ComponentProps } from 'react';
import { fullPhone, typePhone } from '@/lib/phone';
import { TextField } from './Field';

type Props = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'hint'
>;

export function PhoneField({ onChange, ...field }: Props) {
  const [isFull, setFull] = useState(false);
  return (
    <TextField
      {...field}
      // No `maxLength`: it would cut a longer number to one that looks right.
      type="tel"
      inputMode="tel"
      autoComplete="off"
      hint={isFull ? <span role="alert">{fullPhone}</span> : undefined}
      onChange={(typed) => {
        const phone = typePhone(typed, field.value);
        setFull(phone === undefined);
        if (phone !== undefined) onChange(phone);
      }}
    />
  );
}
