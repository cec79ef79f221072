// What the draft's ids refer to in the current package list.
import type { College, Course, Package } from '../api/types';
import type { Draft } from './draft';

export interface Choice {
  package?: Package | undefined;
  college?: College | undefined;
  course?: Course | undefined;
}

/** A choice that can be bought. */
export type Chosen = Choice & { package: Package };

/** As a request holds it. */
export const toSelection = ({ package: chosen, college, course }: Chosen) => ({
  order_amount: chosen.price,
  packageId: chosen._id,
  type: chosen.AllowAllCollege ? ('allColleges' as const) : ('specificCollege' as const),
  collegeId: college?._id,
  course_category: course?._id,
});

/** Without a choice the first package is chosen; in place of one that is no longer on sale, no other. */
export function resolveChoice(
  draft: Pick<Draft, 'packageId' | 'collegeId' | 'courseId'>,
  packages: readonly Package[],
): Choice {
  const chosen = draft.packageId ? packages.find((entry) => entry._id === draft.packageId) : packages[0];
  if (!chosen || chosen.AllowAllCollege) return { package: chosen };
  const college = chosen.collegeList.find((entry) => entry._id === draft.collegeId);
  const course = college?.courseList.find((entry) => entry._id === draft.courseId);
  return { package: chosen, college, course };
}
