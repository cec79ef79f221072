// The field for somebody's e-mail address, which asks about one that looks mistyped.
import { useState } from 'react';
import type { AddressQuestion } from '@/components/addressQuestion';
import type { FieldProps } from '@/lib/fieldProps';
import { TextField } from './Field';

interface Props extends FieldProps<string> {
  hint: string | undefined;
}

export function AddressField({ hint, ...field }: Props) {
  const [question, setQuestion] = useState<AddressQuestion>();
  return (
    <TextField
      label="Email"
      isRequired
      type="email"
      name="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      // In the place of other words: a button that moves away under the finger would not be pressed.
      hint={question?.about === field.value ? question.words : hint}
      onBlur={(left) => {
        const input = left.currentTarget;
        void import('@/components/addressQuestion').then(
          ({ addressQuestion }) => {
            setQuestion(addressQuestion(input, field.onChange));
          },
          () => undefined,
        );
      }}
      {...field}
    />
  );
}
