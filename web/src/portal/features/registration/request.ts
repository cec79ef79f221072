// The registration as the server wants it, and the key by which it recognises the same one sent twice.
import type { RequestOf } from '@/lib/api/operation';
import { toSelection, type Chosen } from '@/lib/registration/choice';
import type { FieldName } from '@/lib/registration/validation';
import { withoutAbsent } from '@/lib/complete';
import { createSessionStore } from '@/lib/sessionStore';
import { addressIn } from '@/lib/typed';
import { uuid } from '@/lib/uuid';
import type { CounterDraft } from './form';

export type CounterField = FieldName | 'paymentMode' | 'amount';
export type CounterRequest = RequestOf<'/api/customers', 'post'>['body'];

export interface Sending {
  /** The money is taken now. */
  isPaid: boolean;
  /** Somebody of the same name and phone is registered, and this is another person. */
  evenIfSimilar: boolean;
}

export function toRequest(draft: CounterDraft, choice: Chosen, sending: Sending): CounterRequest {
  return withoutAbsent<CounterRequest>({
    name: draft.name.trim(),
    email: addressIn(draft.email),
    phone: draft.phone,
    phone2: draft.altPhone || undefined,
    exam_preference: draft.preference,
    payment_mode: draft.paymentMode,
    ...toSelection(choice),
    paid: sending.isPaid || undefined,
    even_if_similar: sending.evenIfSimilar,
  });
}

const fieldOf: Readonly<Record<keyof CounterRequest, CounterField>> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  phone2: 'altPhone',
  exam_preference: 'preference',
  payment_mode: 'paymentMode',
  paid: 'paymentMode',
  even_if_similar: 'name',
  order_amount: 'amount',
  packageId: 'package',
  type: 'package',
  collegeId: 'college',
  course_category: 'course',
};

/** Which field of the form a field of the request came from. */
export const formField = (name: string | undefined): CounterField | undefined =>
  name !== undefined && Object.hasOwn(fieldOf, name) ? fieldOf[name as keyof CounterRequest] : undefined;

interface Sent {
  key: string;
  request: string;
  /** What is bought with it, in words: by the time of the answer the package may be gone. */
  what: string;
  /** Its answer was lost: it may have been done. */
  isOpen?: true;
}

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && 'key' in value && 'request' in value;

export const sentStore = createSessionStore<Sent | null>('counter-registration-sent', null, (kept) =>
  isSent(kept) ? kept : null,
);

/** The registration whose answer was lost, if it is the last one. */
export function openRequest(sent: Sent | null): CounterRequest | undefined {
  return sent?.isOpen ? (JSON.parse(sent.request) as CounterRequest) : undefined;
}

/** It may have been done, so it is this very registration that is sent until there is an answer. */
export function keepOpen(): void {
  const sent = sentStore.get();
  if (sent) sentStore.set({ ...sent, isOpen: true });
}

/** The same key for exactly the same registration, so that pressing twice never registers twice. */
export function noteSent(request: CounterRequest, what: string): Sent {
  const written = JSON.stringify(request);
  const kept = sentStore.get();
  if (kept?.request === written) return kept;
  const sent = { key: uuid(), request: written, what };
  sentStore.set(sent);
  return sent;
}
