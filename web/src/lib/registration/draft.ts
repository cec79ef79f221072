// What a person chooses and types to register, at home or at the counter.
import { mergeKept } from '@/lib/mergeKept';

export type ExamPreference = 'Online' | 'Offline';

export interface Draft {
  packageId: string;
  collegeId: string;
  courseId: string;
  name: string;
  email: string;
  phone: string;
  altPhone: string;
  preference: ExamPreference;
}

export const emptyDraft: Draft = {
  packageId: '',
  collegeId: '',
  courseId: '',
  name: '',
  email: '',
  phone: '',
  altPhone: '',
  preference: 'Offline',
};

/** A draft as it was kept, with the defaults where it has nothing that can be used. */
export function readKeptDraft<D extends Draft>(kept: unknown, defaults: D): D {
  const draft = mergeKept(kept, defaults);
  const isKnown = draft.preference === 'Online' || draft.preference === 'Offline';
  return isKnown ? draft : { ...draft, preference: defaults.preference };
}
