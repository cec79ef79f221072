// Makes a college or changes one.
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { CollegeEntry, ExamDetail } from '@/portal/kit/api/entries';
import { isRefusedFor, stillThere } from '@/portal/kit/forms/choice';
import { EditorForm } from '@/portal/kit/forms/EditorForm';
import { useForm } from '@/portal/kit/forms/useForm';
import { ManagerPage } from '@/portal/kit/ui/ManagerPage';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useFresh, type Fresh } from '@/portal/kit/resources/useFresh';
import { useList, usePut, type List } from '@/portal/kit/resources/useList';
import { Card } from '@/portal/kit/ui/elements';
import { TextAreaField, TextField } from '@/portal/kit/ui/Field';
import { Failed, Loading } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { saveCollege, toValues, validateCollege } from './collegeForm';
import { ExamPicker } from './ExamPicker';

export function CollegeFormPage() {
  const { id } = useParams();
  const stored = useFresh('/api/colleges/{id}', id === undefined ? undefined : { path: { id } });
  const exams = useList('/api/exam-details', {});
  const isLoaded = (id === undefined || stored.thing) && exams.entries;
  return (
    <ManagerPage title={id === undefined ? 'Create New College' : 'Edit College'}>
      {stored.error ? (
        <Failed text="Failed to fetch college" error={stored.error} retry={stored.retry} />
      ) : exams.error && !exams.entries ? (
        <Failed text="Failed to fetch exam details" error={exams.error} retry={exams.retry} />
      ) : isLoaded ? (
        <CollegeEditor stored={stored} exams={exams} />
      ) : (
        <Loading />
      )}
    </ManagerPage>
  );
}

interface Props {
  stored: Fresh<CollegeEntry>;
  exams: List<ExamDetail>;
}

function CollegeEditor({ stored, exams }: Props) {
  const navigate = useNavigate();
  const put = usePut('/api/colleges');
  const { success } = useToaster();
  const [entry, setEntry] = useState(stored.thing);
  const isNew = entry === undefined;

  const form = useForm({
    subject: { form: `college-${entry?._id ?? 'new'}`, id: entry?._id, version: entry?.version },
    initial: toValues(entry),
    validate: validateCollege,
    save: async (values) => {
      const saved = await saveCollege(values, entry).catch(async (failure: unknown) => {
        if (isRefusedFor(failure, 'courseList')) {
          update({ courseList: await stillThere(values.courseList, exams) });
        }
        throw failure;
      });
      put(saved.college);
      success(saved.message);
    },
    describe: (failure) => ({
      title: isNew ? 'Failed to create college' : 'Failed to update college',
      detail: (failure as Error).message,
    }),
    onSaved: () => void navigate(portalPaths.colleges),
  });
  const { values, errors, update } = form;

  return (
    <Card maxWidth="48rem">
      <EditorForm
        form={form}
        label={isNew ? 'Create New College' : 'Edit College'}
        submitLabel={isNew ? 'Create College' : 'Update College'}
        onCancel={() => void navigate(portalPaths.colleges)}
        onReload={async () => {
          const newer = await stored.reload();
          setEntry(newer);
          form.reset(toValues(newer));
        }}
      >
        <TextField
          label="College Name"
          isRequired
          value={values.name}
          error={errors.name}
          onChange={(name) => {
            update({ name });
          }}
        />
        <TextAreaField
          label="Description"
          value={values.description}
          error={errors.description}
          onChange={(description) => {
            update({ description });
          }}
        />
        <ExamPicker
          exams={exams.entries ?? []}
          chosen={values.courseList}
          error={errors.courseList}
          onChange={(courseList) => {
            update({ courseList });
          }}
        />
      </EditorForm>
    </Card>
  );
}
