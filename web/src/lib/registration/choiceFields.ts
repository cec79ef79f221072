// The fields that follow the choice of a package: its colleges, and the courses of the chosen one.
import type { Choice } from './choice';
import type { Draft } from './draft';
import { seatsLeft } from '../catalogue/seats';
import { hours, shortDay } from '../examTime';
import type { FieldErrors } from './validation';

/** The draft with another package; what was chosen of the last one goes. */
export const withPackage = (packageId: string) => ({ packageId, collegeId: '', courseId: '' });

/** Their properties, for whatever draws them; there are no courses before a college is chosen. */
export function choiceFields(
  { package: chosen, college, course }: Choice,
  errors: FieldErrors,
  update: (change: Partial<Draft>) => void,
) {
  return {
    college: {
      label: 'College',
      placeholder: '-- Select College --',
      options: chosen?.collegeList.map(({ _id, name }) => ({ value: _id, label: name })) ?? [],
      value: college?._id ?? '',
      hint: 'You can choose one exam from the available institutes.',
      error: errors.college,
      onChange: (collegeId: string) => {
        update({ collegeId, courseId: '' });
      },
    },
    course: college && {
      placeholder: '-- Select Course --',
      // One that is chosen stays: an order of it may be open still.
      options: college.courseList.map((entry, _, all) => {
        // By day and hours one is told from another of its name.
        const isTwin = all.filter(({ examName }) => examName === entry.examName).length > 1;
        const when = isTwin && [shortDay(entry.date), hours(entry.timeStart, entry.timeEnd)];
        return {
          value: entry._id,
          label: [entry.examName, when, seatsLeft(entry)].flat().filter(Boolean).join(' – '),
          isDisabled: entry.sold_out && entry._id !== course?._id,
        };
      }),
      value: course?._id ?? '',
      error: errors.course,
      onChange: (courseId: string) => {
        update({ courseId });
      },
    },
  };
}
