// Makes a college or changes one.
import { useParams } from 'react-router';
import { ManagerForm } from '@/portal/kit/forms/ManagerForm';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useConfirmedChange } from '@/portal/kit/forms/useConfirmedChange';
import { useFresh } from '@/portal/kit/resources/useFresh';
import { useList, usePut } from '@/portal/kit/resources/useList';
import { TextAreaField, TextField } from '@/portal/kit/ui/Field';
import { saveCollege, toValues, validateCollege } from './collegeForm';
import { ExamPicker } from './ExamPicker';

const college = {
  noun: 'College',
  listPath: portalPaths.colleges,
  optionsNoun: 'exam details',
  chosen: 'courseList',
  toValues,
  validate: validateCollege,
} as const;

export function CollegeFormPage() {
  const { id } = useParams();
  const stored = useFresh('/api/colleges/{id}', id === undefined ? undefined : { path: { id } });
  const exams = useList('/api/exam-details', {});
  const put = usePut('/api/colleges');
  const add = useAdding();
  const confirmed = useConfirmedChange({
    question: 'Take exams out of this college?',
    passes:
      'Their passes list the exams of this college, and lose those that you took out when they are opened again. Nobody is told.',
  });
  return (
    <ManagerForm
      kind={college}
      id={id}
      stored={stored}
      options={exams}
      save={async (values, entry) => {
        const saved = entry
          ? await confirmed((confirm) => saveCollege(values, entry, confirm))
          : await add((key) => saveCollege(values, undefined, [], key));
        put(saved.college);
        return saved.message;
      }}
    >
      {({ field }) => (
        <>
          <TextField label="College Name" isRequired {...field('name')} />
          <TextAreaField label="Description" {...field('description')} />
          <ExamPicker exams={exams.entries ?? []} {...field('courseList')} />
        </>
      )}
    </ManagerForm>
  );
}
