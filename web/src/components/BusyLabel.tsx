// What a button says: its label, or what goes on since it was pressed.
import type { ReactNode } from 'react';
import { Spinner } from './Spinner';

export function BusyLabel({ busy, children }: { busy: string | false; children: ReactNode }) {
  if (!busy) return <span>{children}</span>;
  return (
    <>
      <Spinner />
      <span>{busy}</span>
    </>
  );
}
