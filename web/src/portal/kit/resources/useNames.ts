// The names of exams and packages that are known by their ids. The id stands where there is no name: on its way, or deleted.
import { useAnswer } from '@/portal/kit/api/data';
import { allCourses } from './useCourses';

export interface Names {
  exam: (id: string) => string;
  package: (id: string) => string;
}

const request = {};

/** Asks for no more than is needed. */
export function useNames(needed: { exams: boolean; packages: boolean }): Names {
  const { data: exams = [] } = useAnswer('/api/exam-details', needed.exams ? request : undefined);
  const { data: packages = [] } = useAnswer('/api/packages', needed.packages ? request : undefined);
  return {
    exam: (id) =>
      id === allCourses.value ? allCourses.label : exams.find(({ _id }) => _id === id)?.examName || id,
    package: (id) => packages.find(({ _id }) => _id === id)?.name || id,
  };
}
