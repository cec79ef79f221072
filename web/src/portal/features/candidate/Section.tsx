// One part of a candidate's page, and the facts in it.
import { Box, chakra } from '@chakra-ui/react';
import { useId, type ReactNode, type Ref } from 'react';
import type { Elements } from '@/lib/elements';
import { belowItsName, Card } from '@/portal/kit/ui/elements';

interface Props {
  title: string;
  /** Takes the focus when what had it in the section is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: Elements;
}

export function Section({ title, headingRef, children }: Props) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading} minWidth="0">
      <Box asChild fontSize="l" marginBottom="3">
        <h2 id={heading} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
      </Box>
      {children}
    </Card>
  );
}

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(7rem, max-content) minmax(0, 1fr)',
    '@media (max-width: 20rem)': { gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)' },
    columnGap: '4',
    rowGap: '2',
    fontSize: { base: 'm', lg: 's' },
    '& dt': { color: 'ink-soft' },
    '& dd': { overflowWrap: 'anywhere', fontWeight: '600' },
    ...belowItsName,
  },
});

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
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
