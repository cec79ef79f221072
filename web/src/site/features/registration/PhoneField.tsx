// A ten-digit phone number that may also be pasted, dropped or suggested with +91, 0 or spaces.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Field } from '@/components/Field';
import { normalisePhone } from '@/lib/phone';
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
  const input = useRef<HTMLInputElement>(null);
  const report = useEffectEvent(onChange);

  useEffect(() => {
    const element = input.current;
    // `maxlength` would cut "+91 98765 43210" after ten characters, so longer text is taken before that.
    const takeWhole = (edit: InputEvent) => {
      const text = edit.data ?? edit.dataTransfer?.getData('text/plain');
      // Single keys, and keyboards that compose, go the ordinary way through onChange.
      if (!element || !text || text.length < 2 || !edit.cancelable || edit.isComposing) return;
      edit.preventDefault();
      const { value: current, selectionStart, selectionEnd } = element;
      const before = current.slice(0, selectionStart ?? current.length);
      const after = current.slice(selectionEnd ?? current.length);
      report(normalisePhone(before + text + after));
    };
    element?.addEventListener('beforeinput', takeWhole);
    return () => element?.removeEventListener('beforeinput', takeWhole);
  }, []);

  return (
    <Field label={label} isOptional={!isRequired} error={error}>
      {(control) => (
        <span className={styles.phone}>
          <span className={styles.prefix} aria-hidden="true">
            +91
          </span>
          <input
            {...control}
            ref={input}
            type="tel"
            inputMode="tel"
            name={name}
            autoComplete={isRequired ? 'tel-national' : 'off'}
            required={isRequired}
            maxLength={10}
            value={value}
            onChange={(change) => {
              onChange(normalisePhone(change.target.value));
            }}
          />
        </span>
      )}
    </Field>
  );
}
