// What a person chooses and types to register, at home or at the counter.

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
