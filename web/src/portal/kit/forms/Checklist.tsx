// Any number of things out of a list that may be long.
import { Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { CheckField } from '@/portal/kit/ui/Field';

interface Props {
  legend: string;
  /** What can be chosen, each with its id. */
  options: readonly { id: string; label: string }[];
  /** Said when there is nothing to choose from. */
  empty: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
  /** What narrows the list down, above it. */
  children?: ReactElement;
}

export function Checklist({ legend, options, empty, value, onChange, error, children }: Props) {
  return (
    <fieldset>
      <Box asChild fontWeight="600" fontSize="s" marginBottom="1" padding="0">
        <legend>{legend}</legend>
      </Box>
      {children && <Box marginBottom="2">{children}</Box>}
      <Box asChild paddingBlock={options.length === 0 ? '3' : '0'} color="ink-soft">
        <p role="status">{options.length === 0 && empty}</p>
      </Box>
      <Box
        asChild
        hidden={options.length === 0}
        maxHeight="20rem"
        overflowY="auto"
        paddingInline="3"
        border="1px solid"
        borderColor={error ? 'error' : 'line-strong'}
        borderRadius="s"
        background="surface"
      >
        <ul>
          {options.map(({ id, label }) => (
            <li key={id}>
              <CheckField
                label={label}
                isChecked={value.includes(id)}
                onChange={(isChecked) => {
                  onChange(isChecked ? [...value, id] : value.filter((other) => other !== id));
                }}
              />
            </li>
          ))}
        </ul>
      </Box>
      {error && (
        <Box asChild fontSize="s" fontWeight="600" color="error">
          <p>{error}</p>
        </Box>
      )}
    </fieldset>
  );
}
