// What everything in the portal stands on: its looks, its messages and its questions.
import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { system } from '@/portal/kit/theme/system';
import { DialogsProvider } from './DialogsProvider';
import { ToasterProvider } from './Toaster';
import { UnsavedProvider } from './UnsavedProvider';

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
