// A labelled control with its hint and its error, tied together for assistive technology, and the kinds of
// control that the portal's forms are made of.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { Input, Select, Textarea } from './elements';

export interface ControlProps {
  id: string;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** Marked with a star. */
  isRequired?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
}

export function Field({
  label,
  isRequired = false,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <Flex direction="column" gap="1" minWidth="0">
      <Box>
        <Label htmlFor={id}>{label}</Label>
        {/* Beside the label: the control says by itself that it is required. */}
        {isRequired && <Star />}
      </Box>
      {children({
        id,
        required: isRequired,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <Box id={hintId} fontSize="s" color="ink-soft">
          {hint}
        </Box>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </Flex>
  );
}

const Label = chakra('label', { base: { fontWeight: '600', fontSize: 's' } });

function Star() {
  return (
    <Box asChild color="error">
      <span aria-hidden="true"> *</span>
    </Box>
  );
}

export function FieldError({ id, children }: { id: string | undefined; children: string | undefined }) {
  if (!children) return null;
  return (
    <Box asChild fontSize="s" fontWeight="600" color="error">
      <p id={id}>{children}</p>
    </Box>
  );
}

type Own<Control> = Omit<Control, keyof ControlProps | 'onChange' | 'value' | 'children'>;

interface Valued {
  value: string;
  onChange: (value: string) => void;
}

export function TextField({
  label,
  isRequired,
  hint,
  error,
  value,
  onChange,
  ...rest
}: FieldProps & Valued & Own<ComponentProps<typeof Input>>) {
  return (
    <Field label={label} isRequired={isRequired} hint={hint} error={error}>
      {(control) => (
        <Input
          {...rest}
          {...control}
          value={value}
          onChange={(change) => {
            onChange(change.target.value);
          }}
        />
      )}
    </Field>
  );
}

export function TextAreaField({
  label,
  isRequired,
  hint,
  error,
  value,
  onChange,
  ...rest
}: FieldProps & Valued & Own<ComponentProps<typeof Textarea>>) {
  return (
    <Field label={label} isRequired={isRequired} hint={hint} error={error}>
      {(control) => (
        <Textarea
          rows={4}
          {...rest}
          {...control}
          value={value}
          onChange={(change) => {
            onChange(change.target.value);
          }}
        />
      )}
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

export function SelectField({
  label,
  isRequired,
  hint,
  error,
  value,
  onChange,
  options,
  placeholder,
  ...rest
}: FieldProps &
  Valued &
  Own<ComponentProps<typeof Select>> & { options: readonly Option[]; placeholder?: string }) {
  return (
    <Field label={label} isRequired={isRequired} hint={hint} error={error}>
      {(control) => (
        <Select
          {...rest}
          {...control}
          value={value}
          onChange={(change) => {
            onChange(change.target.value);
          }}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function RadioField({
  label,
  isRequired,
  error,
  value,
  onChange,
  options,
}: FieldProps & Valued & { options: readonly Option[] }) {
  const name = useId();
  const errorId = error ? `${name}-error` : undefined;
  return (
    <fieldset aria-describedby={errorId}>
      <Box asChild fontWeight="600" fontSize="s" padding="0">
        <legend>
          {label}
          {isRequired && <Star />}
        </legend>
      </Box>
      <Flex wrap="wrap" gap="4" marginTop="1">
        {options.map((option) => (
          <Choice key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              required={isRequired}
              onChange={() => {
                onChange(option.value);
              }}
            />
            {option.label}
          </Choice>
        ))}
      </Flex>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}

interface CheckProps {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  isDisabled?: boolean;
}

export function CheckField({ label, isChecked, onChange, isDisabled = false }: CheckProps) {
  return (
    <Choice>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(change) => {
          onChange(change.target.checked);
        }}
      />
      {label}
    </Choice>
  );
}

const Choice = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'target',
    cursor: 'pointer',
    '& input': { width: '1.25rem', height: '1.25rem', flex: 'none', accentColor: 'var(--primary)' },
  },
});
