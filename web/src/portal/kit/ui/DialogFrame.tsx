// The sheet of a dialog that lies over everything else.
import { chakra } from '@chakra-ui/react';

export const DialogFrame = chakra('dialog', {
  base: {
    width: 'min(28rem, calc(100vw - 2rem))',
    padding: '5',
    // Seen where colours are forced.
    border: '1px solid transparent',
    borderRadius: 'm',
    background: 'surface',
    color: 'ink',
    boxShadow: 'card',
    '&::backdrop': { background: 'backdrop' },
  },
});
