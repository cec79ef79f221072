// What the form of a college holds, what must be in it, and how it is sent.
import { call } from '@/lib/api/client';
import type { CollegeEntry, ExamDetail } from '@/portal/kit/api/entries';
import { findLengthError } from '@/portal/kit/forms/length';
import type { FieldErrors } from '@/portal/kit/forms/useForm';

export interface CollegeValues {
  name: string;
  description: string;
  courseList: string[];
}

export const toValues = (entry: CollegeEntry | undefined): CollegeValues => ({
  name: entry?.name ?? '',
  description: entry?.description ?? '',
  courseList: entry?.courseList.map(({ _id }) => _id) ?? [],
});

export function validateCollege({ name, description }: CollegeValues): FieldErrors<CollegeValues> {
  const errors: FieldErrors<CollegeValues> = {};
  const nameError = name.trim() ? findLengthError(name, 'name') : 'College name is required';
  if (nameError) errors.name = nameError;
  const descriptionError = findLengthError(description, 'description');
  if (descriptionError) errors.description = descriptionError;
  return errors;
}

/** The exams whose name or id holds what was typed, whatever the case. */
export function searchExams(exams: readonly ExamDetail[], search: string): readonly ExamDetail[] {
  const wanted = search.trim().toLowerCase();
  return exams.filter(
    ({ _id, examName }) =>
      (examName ?? '').toLowerCase().includes(wanted) || _id.toLowerCase().includes(wanted),
  );
}

export async function saveCollege(values: CollegeValues, entry: CollegeEntry | undefined) {
  const saved = await call('post', '/api/colleges', {
    body: {
      ...(entry && { _id: entry._id, version: entry.version }),
      name: values.name.trim(),
      description: values.description.trim(),
      courseList: values.courseList,
    },
  });
  if (!saved) throw new Error('');
  return saved;
}
