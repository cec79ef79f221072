// A labelled control with its hint and its error, tied together for assistive technology, and the kinds of
// control that the portal's forms are made of.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, type ChangeEvent, type ComponentProps, type ReactElement, type ReactNode } from 'react';
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
  hint?: string | ReactElement | undefined;
  error?: string | undefined;
}

export function Field({
  label,
  isRequired = false,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactElement }) {
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

interface Valued {
  value: string;
  onChange: (value: string) => void;
}

type ValuedProps<Control> = FieldProps &
  Valued &
  Omit<Control, keyof ControlProps | keyof FieldProps | keyof Valued | 'children'>;

/** What the frame of a field shows, and what its control gets beside that. */
function split<Rest>({ label, isRequired, hint, error, onChange, ...rest }: FieldProps & Valued & Rest) {
  const control = {
    ...rest,
    onChange: (change: ChangeEvent<{ value: string }>) => {
      onChange(change.target.value);
    },
  };
  return [{ label, isRequired, hint, error }, control] as const;
}

export function TextField(props: ValuedProps<ComponentProps<typeof Input>>) {
  const [frame, own] = split(props);
  return <Field {...frame}>{(control) => <Input {...own} {...control} />}</Field>;
}

export function TextAreaField(props: ValuedProps<ComponentProps<typeof Textarea>>) {
  const [frame, own] = split(props);
  return <Field {...frame}>{(control) => <Textarea rows={4} {...own} {...control} />}</Field>;
}

export interface Option {
  value: string;
  label: string;
  isDisabled?: boolean;
}

interface SelectProps extends ValuedProps<ComponentProps<typeof Select>> {
  options: readonly Option[];
  placeholder?: string;
}

export function SelectField({ options, placeholder, ...props }: SelectProps) {
  const [frame, own] = split(props);
  return (
    <Field {...frame}>
      {(control) => (
        <Select {...own} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
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
          <span>{label}</span>
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
            <span>{option.label}</span>
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
      <span>{label}</span>
    </Choice>
  );
}

const Choice = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'control',
    // Between labels of two lines.
    paddingBlock: '1',
    lineHeight: '1.35',
    fontSize: { base: 'm', lg: 's' },
    cursor: 'pointer',
    '& input': { width: '1.25rem', height: '1.25rem', flex: 'none', accentColor: 'var(--primary)' },
    // Large text on a phone: one word may be wider than the list.
    '& span': { minWidth: '0', overflowWrap: 'anywhere' },
  },
});
