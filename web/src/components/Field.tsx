// A labelled input or select with its hint and its error, tied together for assistive technology.
import { useId, type ComponentProps, type ReactElement } from 'react';
import styles from './Field.module.css';

/** What the control has to carry. */
export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  isOptional?: boolean;
  hint?: string | ReactElement | undefined;
  error?: string | undefined;
  children: (control: ControlProps) => ReactElement;
}

export function Field({ label, isOptional = false, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span>
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <p id={hintId} className={styles.hint} aria-live="polite">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface TextProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  hint?: string | ReactElement;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function TextField({ label, hint, error, onChange, ...input }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...input}
          onChange={(change) => {
            onChange(change.target.value);
          }}
        />
      )}
    </Field>
  );
}

interface SelectProps {
  label: string;
  placeholder: string;
  options: readonly { value: string; label: string; isDisabled?: boolean }[];
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string | undefined;
}

export function SelectField({ label, placeholder, options, value, onChange, hint, error }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(change) => {
            onChange(change.target.value);
          }}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
