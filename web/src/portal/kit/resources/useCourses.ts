// The courses that a filter chooses from, and the lists of the door.
import { event } from '@/content/event';
import { useAnswer } from '@/portal/kit/api/data';
import type { Option } from '@/portal/kit/ui/Field';
import { date } from '@/portal/kit/ui/format';

const request = {};

export const allCourses = { value: 'allColleges', label: 'All courses (all-inclusive)' };

export function useCourses(): Option[] {
  const { data = [] } = useAnswer('/api/exam-details', request);
  const exams = data
    .map(({ _id, examName }) => ({ value: _id, label: examName || _id }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return [allCourses, ...exams];
}

/** Without the choice that is none of them. */
export const examsAmong = (courses: readonly Option[]): readonly Option[] =>
  courses.filter(({ value }) => value !== allCourses.value);

const days = event.dayDates.map((day) => ({ value: `day:${day}`, label: date(day) }));

/** Made here, because not everybody who filters by them may ask the door for its lists. */
export const doorLists = (courses: readonly Option[]): readonly Option[] => [
  ...days,
  ...examsAmong(courses).map(({ value, label }) => ({ value: `exam:${value}`, label })),
];

/** What an address names stays chosen while the choices are on their way, or when it is gone. */
export const withChosen = (options: readonly Option[], value: string): readonly Option[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
