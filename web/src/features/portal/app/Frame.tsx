// What everything in the portal stands on: its looks, its messages and its questions.
import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { system } from '../theme/system';
import { DialogsProvider } from '../ui/DialogsProvider';
import { ToasterProvider } from '../ui/Toaster';
import { UnsavedProvider } from '../ui/UnsavedProvider';

export function Frame({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <ToasterProvider>
        <DialogsProvider>
          <UnsavedProvider>{children}</UnsavedProvider>
        </DialogsProvider>
      </ToasterProvider>
    </ChakraProvider>
  );
}
