// A long number in groups, as people read it out; copied and searched for, it is whole.
import { chakra } from '@chakra-ui/react';

const Group = chakra('span', {
  base: { whiteSpace: 'nowrap', '&:not(:first-of-type)': { marginInlineStart: '0.3em' } },
});

export function Grouped({ text, by }: { text: string; by: 4 | 5 }) {
  const groups = text.match(new RegExp(`.{1,${String(by)}}`, 'g')) ?? [];
  return (
    <span translate="no">
      {groups.map((group, at) => (
        <Group key={at}>{group}</Group>
      ))}
    </span>
  );
}
