// Makes a college or changes one.
import { useParams } from 'react-router';
import { ManagerForm } from '@/portal/kit/forms/ManagerForm';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useFresh } from '@/portal/kit/resources/useFresh';
import { useList, usePut } from '@/portal/kit/resources/useList';
import { TextAreaField, TextField } from '@/portal/kit/ui/Field';
import { saveCollege, toValues, validateCollege } from './collegeForm';
import { ExamPicker } from './ExamPicker';

export function CollegeFormPage() {
  const { id } = useParams();
  const stored = useFresh('/api/colleges/{id}', id === undefined ? undefined : { path: { id } });
  const exams = useList('/api/exam-details', {});
  const put = usePut('/api/colleges');
  return (
    <ManagerForm
      noun="College"
      id={id}
      stored={stored}
      options={exams}
      optionsNoun="exam details"
      chosen="courseList"
      toValues={toValues}
      validate={validateCollege}
      save={async (values, entry) => {
        const { college, message } = await saveCollege(values, entry);
        put(college);
        return message;
      }}
      listPath={portalPaths.colleges}
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
