// Adding something once: its form has a key of its own, under which the server adds it once, however often it is sent.
import { useRef } from 'react';
import { ApiError } from '@/lib/api/client';
import { uuid } from '@/lib/uuid';
import { insist } from '@/portal/kit/api/insist';
import { placeOf, sentForms } from './sentForms';

/** Of a key that has added something else, or what is deleted by now: the next press is another form's. */
const isUsedUp = (error: unknown): boolean =>
  error instanceof ApiError && ['idempotency_key_reused', 'deleted_since'].includes(error.details.code ?? '');

/**
 * For one form: sends it under its key, which it keeps until it is answered, and again while the answer is lost. Of what moves
 * money or sends mails the key outlives the page: it has a `form`, and `body` says what is in it.
 */
export function useAdding(form?: string) {
  const kept = useRef<string | undefined>(undefined);
  return async function add<Saved>(
    send: (key: string) => Promise<Saved>,
    body: unknown = null,
  ): Promise<Saved> {
    const place = form && placeOf(form, body);
    const key = (place && sentForms.get()[place]) ?? kept.current ?? uuid();
    kept.current = key;
    if (place) sentForms.keep(place, key);
    try {
      const saved = await insist(() => send(key));
      kept.current = undefined;
      // With whatever was in it before.
      sentForms.forget((_, other) => other === key);
      return saved;
    } catch (error) {
      if (isUsedUp(error)) {
        kept.current = undefined;
        sentForms.forget((other) => other === place);
      }
      throw error;
    }
  };
}

/** The header of a form that adds; none for one that edits. */
export const keyHeader = (key: string | undefined) =>
  key === undefined ? {} : { header: { 'Idempotency-Key': key } };
