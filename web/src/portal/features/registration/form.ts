// What an administrator types to register somebody at the counter, kept for the tab: a session that ends in the
// middle, or a reload, loses nothing. Signing out does (it is somebody else's personal data), and so does
// leaving it behind.
import { emptyDraft, hasTyped, readKeptDraft, type Draft } from '@/lib/registration/draft';
import { createSessionStore } from '@/lib/sessionStore';

export interface CounterDraft extends Draft {
  paymentMode: string;
  /** The administrator who typed it; nobody else gets to see it. */
  by: string;
}

export const emptyCounterDraft: CounterDraft = { ...emptyDraft, paymentMode: '', by: '' };

export const counterDraftStore = createSessionStore<CounterDraft>(
  'counter-registration',
  emptyCounterDraft,
  (kept) => readKeptDraft(kept, emptyCounterDraft),
);

/** What stays for the next person: people come in groups, who buy the same and pay the same way. */
export const nextDraft = ({ packageId, paymentMode, preference, by }: CounterDraft): CounterDraft => ({
  ...emptyCounterDraft,
  packageId,
  paymentMode,
  preference,
  by,
});

/** True once anything about a person has been typed or chosen. */
export const isBegun = (draft: CounterDraft) =>
  hasTyped(draft) || draft.collegeId !== '' || draft.courseId !== '';
