// What the form of a college holds, what must be in it, and how it is sent.
import { plain } from '@/lib/typed';
import { callForBody } from '@/portal/kit/api/data';
import type { CollegeEntry, ExamDetail } from '@/portal/kit/api/entries';
import { findTextError } from '@/portal/kit/forms/length';
import { keyHeader } from '@/portal/kit/forms/useAdding';
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

export const validateCollege = ({ name, description }: CollegeValues): FieldErrors<CollegeValues> => ({
  name: findTextError(name, 'name', 'College name is required'),
  description: findTextError(description, 'description'),
});

/** The exams whose name or id holds what was typed, whatever the case and the accents. */
export function searchExams(exams: readonly ExamDetail[], search: string): readonly ExamDetail[] {
  const wanted = folded(search);
  return exams.filter(
    ({ _id, examName }) => folded(examName ?? '').includes(wanted) || folded(_id).includes(wanted),
  );
}

/** As it is compared: without capitals, accents, joiners, and with one way of writing where Unicode has two. */
const folded = (text: string) =>
  plain(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ +/g, ' ')
    .toLowerCase();

/** `confirm` is what the person knows to be disturbed by it. */
export const saveCollege = (
  values: CollegeValues,
  entry: CollegeEntry | undefined,
  confirm: string[],
  key?: string,
) =>
  callForBody('post', '/api/colleges', {
    ...keyHeader(key),
    body: {
      ...(entry && { _id: entry._id, version: entry.version }),
      name: values.name.trim(),
      description: values.description.trim(),
      courseList: values.courseList,
      ...(confirm.length > 0 && { confirm }),
    },
  });
