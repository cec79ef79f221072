// What somebody is writing to the organisers.
import { createSessionStore } from '@/lib/sessionStore';

export interface Draft {
  name: string;
  email: string;
  message: string;
}

export const noMessage: Draft = { name: '', email: '', message: '' };

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(noMessage).every((field) => typeof (value as Record<string, unknown>)[field] === 'string');

export const contactDraft = createSessionStore('contact-message', noMessage, isDraft);
