// Why something did not work, with the id by which that is found in the server's log, where there is one.
import type { ReactElement } from 'react';
import { Reference } from '@/components/Reference';
import { referenceOf } from '@/lib/api/client';

export function withReference(text: string, thrown: unknown): string | ReactElement {
  const id = referenceOf(thrown);
  if (id === undefined) return text;
  return (
    <>
      <p>{text}</p>
      <Reference id={id} />
    </>
  );
}
