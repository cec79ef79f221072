// A ten-digit phone number that may also be pasted, dropped or suggested with +91, 0 or spaces.
import { useState } from 'react';
import { Field } from '@/components/Field';
import { fullPhone, phoneLength, typePhone } from '@/lib/phone';
import styles from './RegistrationForm.module.css';

interface Props {
  label: string;
  name: string;
  isRequired?: boolean;
  value: string;
  error?: string | undefined;
  onChange: (phone: string) => void;
}

export function PhoneField({ label, name, isRequired = false, value, error, onChange }: Props) {
  const [isFull, setFull] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return (
    <Field label={label} isOptional={!isRequired} hint={isFull ? fullPhone : undefined} error={error}>
      {(control) => (
        <span className={styles.phone}>
          <span className={styles.prefix} aria-hidden="true">
            +91
          </span>
          <input
            {...control}
            type="tel"
            inputMode="tel"
            name={name}
            autoComplete={isRequired ? 'tel-national' : 'off'}
            required={isRequired}
            // For what fills forms in. What a person types or pastes it would cut: 919876543210 to a number that looks right.
            maxLength={isFocused ? undefined : phoneLength}
            value={value}
            onFocus={() => {
              setFocused(true);
            }}
            onBlur={() => {
              setFocused(false);
            }}
            onChange={(change) => {
              const phone = typePhone(change.target.value, value);
              setFull(phone === undefined);
              if (phone !== undefined) onChange(phone);
            }}
          />
        </span>
      )}
    </Field>
  );
}
