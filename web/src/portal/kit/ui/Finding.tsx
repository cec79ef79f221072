// Finding a candidate in a list that is on the screen.
import { Box } from '@chakra-ui/react';
import { TextField } from './Field';

interface Props {
  sought: string;
  onChange: (sought: string) => void;
}

export function FindField({ sought, onChange }: Props) {
  return (
    <Box maxWidth="24rem">
      <TextField
        label="Find by name or pass number"
        type="search"
        autoComplete="off"
        value={sought}
        onChange={onChange}
      />
    </Box>
  );
}

interface Named {
  name?: string | null | undefined;
  pass_no?: string | null | undefined;
}

/** Whether it is one whom these letters find, without regard to capitals and spaces. */
export const isFoundBy =
  (sought: string) =>
  ({ name, pass_no }: Named): boolean =>
    [name, pass_no].some((text) => plain(text ?? '').includes(plain(sought)));

const plain = (text: string) => text.toLowerCase().replaceAll(' ', '');
