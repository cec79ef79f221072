// The choice of a package and, where it is for one exam, of the college and the course.
import { Grid } from '@chakra-ui/react';
import type { Package } from '@/lib/api/types';
import { rupees } from '@/lib/format';
import type { Choice } from '@/lib/registration/choice';
import { Notice } from '@/portal/kit/ui/elements';
import { SelectField } from '@/portal/kit/ui/Field';
import type { CounterDraft } from './form';
import type { CounterProblem } from './problem';

interface Props {
  packages: readonly Package[];
  draft: CounterDraft;
  choice: Choice;
  errors: CounterProblem['fields'];
  onChange: (change: Partial<CounterDraft>) => void;
}

export function PackageFields({ packages, draft, choice, errors, onChange }: Props) {
  const { package: chosen, college, course } = choice;
  return (
    <>
      <SelectField
        label="Package"
        isRequired
        options={packages.map(({ _id, name, price }) => ({ value: _id, label: `${name}, ${rupees(price)}` }))}
        value={chosen?._id ?? ''}
        error={errors.package}
        onChange={(packageId) => {
          onChange({ packageId, collegeId: '', courseId: '' });
        }}
      />
      {chosen?.AllowAllCollege && <Notice>Includes all colleges and courses. No selection needed.</Notice>}
      {chosen && !chosen.AllowAllCollege && (
        <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="4">
          <SelectField
            label="College"
            isRequired
            placeholder="-- Select College --"
            options={chosen.collegeList.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={college?._id ?? ''}
            hint="You can choose one exam from the available institutes."
            error={errors.college}
            onChange={(collegeId) => {
              // The package is kept by name from here on, so that a change of the list's order changes nothing.
              onChange({ packageId: chosen._id, collegeId, courseId: '' });
            }}
          />
          {college && (
            <SelectField
              label="Course Category"
              isRequired
              placeholder="-- Select Course --"
              options={college.courseList.map(({ _id, examName }) => ({ value: _id, label: examName }))}
              value={course ? draft.courseId : ''}
              error={errors.course}
              onChange={(courseId) => {
                onChange({ courseId });
              }}
            />
          )}
        </Grid>
      )}
    </>
  );
}
