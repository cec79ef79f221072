// Adding something once: its form has a key of its own, under which the server adds it once, however often it is sent.
import { useRef } from 'react';
import { ApiError } from '@/lib/api/client';
import { uuid } from '@/lib/uuid';
import { insist } from '@/portal/kit/api/insist';

/** Of a key that has added something else, or what is deleted by now: the next press is another form's. */
const isUsedUp = (error: unknown): boolean =>
  error instanceof ApiError && ['idempotency_key_reused', 'deleted_since'].includes(error.details.code ?? '');

/** For one form: sends it under its key, which it keeps until it is answered, and again while the answer is lost. */
export function useAdding() {
  const kept = useRef<string | undefined>(undefined);
  return async function add<Saved>(send: (key: string) => Promise<Saved>): Promise<Saved> {
    const key = (kept.current ??= uuid());
    try {
      const saved = await insist(() => send(key));
      kept.current = undefined;
      return saved;
    } catch (error) {
      if (isUsedUp(error)) kept.current = undefined;
      throw error;
    }
  };
}

/** The header of a form that adds; none for one that edits. */
export const keyHeader = (key: string | undefined) =>
  key === undefined ? {} : { header: { 'Idempotency-Key': key } };
