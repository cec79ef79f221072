// The courses that a filter chooses from.
import { useAnswer } from '@/portal/kit/api/data';
import type { Option } from '@/portal/kit/ui/Field';

const request = {};

export const allCourses = 'allColleges';

export function useCourses(): Option[] {
  const { data = [] } = useAnswer('/api/exam-details', request);
  const exams = data
    .map(({ _id, examName }) => ({ value: _id, label: examName || _id }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return [{ value: allCourses, label: 'All courses (all-inclusive)' }, ...exams];
}
