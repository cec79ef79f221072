// Makes a college or changes one.
import { useParams } from 'react-router';
import { ManagerForm } from '@/portal/kit/forms/ManagerForm';
import { portalPaths } from '@/portal/kit/navigation/paths';
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
  return (
    <ManagerForm
      kind={college}
      id={id}
      stored={stored}
      options={exams}
      save={async (values, entry) => {
        const saved = await saveCollege(values, entry);
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
