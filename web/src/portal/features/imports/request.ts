// A school's list as it is filled in, and as it is sent.
import type { RequestOf } from '@/lib/api/operation';
import { withoutAbsent } from '@/lib/complete';
import { resolveChoice } from '@/lib/registration/choice';
import type { Package } from '@/lib/api/types';
import { callForBody } from '@/portal/kit/api/data';
import { look } from '@/portal/kit/api/look';

export type ImportRequest = RequestOf<'/api/imports', 'post'>['body'];
export type ImportAnswer = Awaited<ReturnType<typeof preview>>;

export interface ListForm {
  packageId: string;
  collegeId: string;
  courseId: string;
  payment: 'paid' | 'later';
  mode: string;
  reference: string;
  group: string;
  csv: string;
}

const emptyList: ListForm = {
  packageId: '',
  collegeId: '',
  courseId: '',
  payment: 'paid',
  mode: '',
  reference: '',
  group: '',
  csv: '',
};

/** The package that is shown first is chosen by name: no other one takes its place when the list of packages changes. */
export const emptyListOf = (packages: readonly Package[]): ListForm => ({
  ...emptyList,
  packageId: resolveChoice(emptyList, packages).package?._id ?? '',
});

export const isBegun = ({ csv, group, reference }: ListForm): boolean =>
  csv !== '' || group !== '' || reference !== '';

export function toRequest(form: ListForm, packages: readonly Package[]): ImportRequest {
  const { package: chosen, college, course } = resolveChoice(form, packages);
  return withoutAbsent<ImportRequest>({
    csv: form.csv,
    package: chosen?._id ?? '',
    college: college?._id,
    course: course?._id,
    payment: form.payment,
    mode: form.mode,
    reference: form.reference.trim() || undefined,
    group: form.group.trim() || undefined,
    // What is confirmed is added when it is.
    amount: undefined,
    commit: undefined,
  });
}

export type ListField = 'package' | 'college' | 'course' | 'mode' | 'reference' | 'group' | 'csv';

/** What is missing, before anything is sent. */
export function findMissing(
  form: ListForm,
  packages: readonly Package[],
): Partial<Record<ListField, string>> {
  const { package: chosen, college, course } = resolveChoice(form, packages);
  const isOneExam = chosen && !chosen.AllowAllCollege;
  return {
    ...(!chosen && { package: 'Choose a package.' }),
    ...(isOneExam && !college && { college: 'Choose a college.' }),
    ...(isOneExam && college && !course && { course: 'Choose a course.' }),
    ...(!form.group.trim() && { group: 'Write what the group is called.' }),
    ...(!form.mode && {
      mode: form.payment === 'paid' ? 'Choose how it was paid.' : 'Choose how they will pay.',
    }),
    ...(!form.csv.trim() && { csv: 'Choose a file, or paste the list here.' }),
  };
}

export const preview = (body: ImportRequest) => look(callForBody('post', '/api/imports', { body }));
