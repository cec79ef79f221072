// Makes a college or changes one.
import { useParams } from 'react-router';
import { read } from '@/portal/kit/api/data';
import type { CollegeEntry } from '@/portal/kit/api/entries';
import { ManagerForm } from '@/portal/kit/forms/ManagerForm';
import { useMaking } from '@/portal/kit/forms/useMaking';
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
  const make = useMaking();
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
        const send = () => confirmed((confirm) => saveCollege(values, entry, confirm));
        const isIt = ({ name, description }: CollegeEntry) =>
          name === values.name.trim() && description === values.description.trim();
        const saved = entry
          ? await send()
          : await make({ known: undefined, read: () => read('/api/colleges', {}), isIt }, send, (made) => ({
              college: made,
              message: 'College created successfully',
            }));
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
