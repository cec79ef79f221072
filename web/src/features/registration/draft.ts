// What a person has chosen and typed, kept for the tab: it survives a reload, an error, a failed payment and
// coming back from the provider.
import { emptyDraft, type Draft } from '@/lib/registration/draft';
import { createSessionStore } from '@/lib/sessionStore';

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(emptyDraft).every((name) => typeof (value as Record<string, unknown>)[name] === 'string')
  );
}

export const draftStore = createSessionStore<Draft>('registration-draft', emptyDraft, isDraft);

/** True once a person has typed anything about themselves. */
export const hasTyped = (draft: Draft): boolean =>
  [draft.name, draft.email, draft.phone, draft.altPhone].some((text) => text !== '');
