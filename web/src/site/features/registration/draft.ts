// What a person has chosen and typed, kept for the tab: it survives a reload, an error, a failed payment and
// coming back from the provider.
import { emptyDraft, readKeptDraft, type Draft } from '@/lib/registration/draft';
import { createSessionStore } from '@/lib/sessionStore';

export const draftStore = createSessionStore<Draft>('registration-draft', emptyDraft, (kept) =>
  readKeptDraft(kept, emptyDraft),
);
