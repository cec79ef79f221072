// What the link of a card chooses (choiceLink.ts). The card knows names alone, and the catalogue the ids.
import type { Package } from '@/lib/api/types';
import type { Choice } from '@/lib/registration/choice';
import type { Draft } from '@/lib/registration/draft';

type ChosenIds = Pick<Draft, 'packageId' | 'collegeId' | 'courseId'>;

/** What the link chooses; nothing when there is no such package, or one of its kind is chosen already. */
export function choiceIn(
  search: string,
  packages: readonly Package[],
  current: Choice,
): ChosenIds | undefined {
  const wanted = new URLSearchParams(search);
  const college = wanted.get('college');
  const named = packages.filter(({ _id }) => _id === wanted.get('package'));
  const isForAll = !college && wanted.get('package') === 'all';
  const fitting = named.length > 0 ? named : packages.filter((entry) => entry.AllowAllCollege === isForAll);
  const chosen = current.package;
  if (!college && chosen && fitting.some(({ _id }) => _id === chosen._id)) {
    // By name, so that a change of the list's order changes nothing; what was chosen within it stays.
    return {
      packageId: chosen._id,
      collegeId: current.college?._id ?? '',
      courseId: current.course?._id ?? '',
    };
  }
  return fitting
    .map((entry) => findIn(entry, college, wanted.get('course')))
    .sort((one, other) => countChosen(other) - countChosen(one))[0];
}

function findIn({ _id, collegeList }: Package, collegeName: string | null, courseName: string | null) {
  const college = collegeList.find(({ name }) => isNamed(name, collegeName));
  const course = college?.courseList.find(({ examName }) => isNamed(examName, courseName));
  return { packageId: _id, collegeId: college?._id ?? '', courseId: course?._id ?? '' };
}

/** The catalogue may add the town to a college's name. */
const isNamed = (name: string, wanted: string | null): boolean =>
  wanted !== null && name.toLowerCase().startsWith(wanted.toLowerCase());

const countChosen = (ids: ChosenIds): number => Object.values(ids).filter(Boolean).length;
