// What a person chooses and types to register, at home or at the counter.
import { mergeKept } from '../mergeKept';

export type ExamPreference = 'Online' | 'Offline';

/** What is typed about a person. */
export interface PersonDraft {
  name: string;
  email: string;
  phone: string;
  altPhone: string;
}

export interface Draft extends PersonDraft {
  packageId: string;
  collegeId: string;
  courseId: string;
  preference: ExamPreference;
}

const emptyPerson: PersonDraft = { name: '', email: '', phone: '', altPhone: '' };

/** Its parts, by their names. */
export const personFields = Object.keys(emptyPerson) as (keyof PersonDraft)[];

export const emptyDraft: Draft = {
  packageId: '',
  collegeId: '',
  courseId: '',
  ...emptyPerson,
  preference: 'Offline',
};

/** True once anything about a person has been typed. */
export const hasTyped = (draft: Draft): boolean => personFields.some((field) => draft[field] !== '');

/** A draft as it was kept, with the defaults where it has nothing that can be used. */
export function readKeptDraft<D extends Draft>(kept: unknown, defaults: D): D {
  const draft = mergeKept(kept, defaults);
  const isKnown = draft.preference === 'Online' || draft.preference === 'Offline';
  return isKnown ? draft : { ...draft, preference: defaults.preference };
}
