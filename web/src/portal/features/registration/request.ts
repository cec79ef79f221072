// The registration as the server wants it, and the key by which it recognises the same one sent twice.
import type { RequestOf } from '@/lib/api/operation';
import { toSelection, type Chosen } from '@/lib/registration/choice';
import { withoutAbsent } from '@/lib/complete';
import { createSessionStore } from '@/lib/sessionStore';
import { uuid } from '@/lib/uuid';
import type { CounterDraft } from './form';

export type CounterRequest = RequestOf<'/api/customers', 'post'>['body'];

export function toRequest(draft: CounterDraft, choice: Chosen): CounterRequest {
  return withoutAbsent<CounterRequest>({
    name: draft.name.trim(),
    email: draft.email.trim(),
    phone: draft.phone,
    phone2: draft.altPhone || undefined,
    exam_preference: draft.preference,
    payment_mode: draft.paymentMode,
    ...toSelection(choice),
  });
}

interface Sent {
  key: string;
  request: string;
}

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && 'key' in value && 'request' in value;

export const sentStore = createSessionStore<Sent | null>('counter-registration-sent', null, (kept) =>
  isSent(kept) ? kept : null,
);

/** The same key for exactly the same registration, so that pressing twice never registers twice. */
export function keyFor(request: CounterRequest): string {
  const written = JSON.stringify(request);
  const kept = sentStore.get();
  if (kept?.request === written) return kept.key;
  const key = uuid();
  sentStore.set({ key, request: written });
  return key;
}
