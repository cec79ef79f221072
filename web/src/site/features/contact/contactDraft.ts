// What a visitor is writing to the organisers.
import { mergeKept } from '@/lib/mergeKept';
import { createSessionStore } from '@/lib/sessionStore';

export interface Draft {
  name: string;
  email: string;
  message: string;
}

export const noMessage: Draft = { name: '', email: '', message: '' };

export const contactDraft = createSessionStore('contact-message', noMessage, (kept) =>
  mergeKept(kept, noMessage),
);
