// One part of a candidate's page, and the facts in it.
import { Box, chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { Card } from '../ui/elements';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading} minWidth="0">
      <Box asChild fontSize="l" marginBottom="4">
        <h2 id={heading}>{title}</h2>
      </Box>
      {children}
    </Card>
  );
}

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(7rem, max-content) minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '2',
    '& dt': { color: 'ink-soft' },
    '& dd': { overflowWrap: 'anywhere', fontWeight: '600' },
  },
});

export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <List>
      {facts.map(([name, value]) => (
        <Box key={name} display="contents">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </List>
  );
}
