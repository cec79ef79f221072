// What is so, as terms and their values.
import { chakra } from '@chakra-ui/react';

export const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 12rem) minmax(0, 1fr)',
    gap: '3',
    margin: '0',
    '& dt': { color: 'ink-soft' },
    '& dd': { margin: '0' },
  },
});
