// What the link of a card chooses (choiceLink.ts). It has the id of an exam, or names alone where the page did not know it yet.
import type { Package } from '@/lib/api/types';
import { bestOf, fitOf } from '@/lib/catalogue/nameFit';
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
  const has = ({ collegeList }: Package) =>
    collegeList.some(({ courseList }) => courseList.some(({ _id }) => _id === wanted.get('exam')));
  // An exam may be sold with all others alone.
  const isForAll = college
    ? !packages.some((entry) => !entry.AllowAllCollege && has(entry)) && packages.some(has)
    : wanted.get('package') === 'all';
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
  const choices = fitting.flatMap((entry) => choicesOf(entry, wanted));
  return bestOf(choices, ({ fit }) => fit)?.ids;
}

/** All that a package offers to choose: itself, and where it is for one exam, each of its colleges, and each of their exams. */
function choicesOf({ _id: packageId, AllowAllCollege, collegeList }: Package, wanted: URLSearchParams) {
  const choices = [{ ids: { packageId, collegeId: '', courseId: '' }, fit: 1 }];
  if (AllowAllCollege) return choices;
  for (const { _id: collegeId, name, courseList } of collegeList) {
    const ofCollege = fitOf(name, wanted.get('college'));
    choices.push({ ids: { packageId, collegeId, courseId: '' }, fit: ofCollege && 1 + ofCollege });
    for (const { _id: courseId, examName } of courseList) {
      const ofBoth = ofCollege * fitOf(examName, wanted.get('course'));
      // More than its college alone, and the exam of the link before any of that name.
      const fit = courseId === wanted.get('exam') ? 9 : ofBoth && 3 + ofBoth;
      choices.push({ ids: { packageId, collegeId, courseId }, fit });
    }
  }
  return choices;
}
