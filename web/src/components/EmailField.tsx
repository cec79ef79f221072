// The field for an email address, which asks about one that looks mistyped.
import { useState, type Ref } from 'react';
import type { FieldProps } from '@/lib/fieldProps';
import type { AddressQuestion } from './addressQuestion';
import { TextField } from './Field';

interface Props extends FieldProps<string> {
  hint: string;
  ref?: Ref<HTMLInputElement>;
}

export function EmailField({ hint, ...field }: Props) {
  const [question, setQuestion] = useState<AddressQuestion>();
  return (
    <TextField
      label="Email"
      // In the place of other words: a button that moves away under the finger would not be pressed.
      hint={question?.about === field.value ? question.words : hint}
      onBlur={(left) => {
        const input = left.currentTarget;
        void import('./addressQuestion').then(
          ({ addressQuestion }) => {
            setQuestion(addressQuestion(input, field.onChange));
          },
          () => undefined,
        );
      }}
      type="email"
      name="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={254}
      {...field}
    />
  );
}
