// Makes a package or changes one.
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { CollegeEntry, PackageEntry } from '@/portal/kit/api/entries';
import { Checklist } from '@/portal/kit/forms/Checklist';
import { isRefusedFor, stillThere } from '@/portal/kit/forms/choice';
import { EditorForm } from '@/portal/kit/forms/EditorForm';
import { useForm } from '@/portal/kit/forms/useForm';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useFresh, type Fresh } from '@/portal/kit/resources/useFresh';
import { useList, usePut, type List } from '@/portal/kit/resources/useList';
import { Card } from '@/portal/kit/ui/elements';
import { CheckField, FieldError, TextAreaField, TextField } from '@/portal/kit/ui/Field';
import { Failed, Loading } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { ManagerPage } from '@/portal/kit/ui/ManagerPage';
import { isUnpayable, savePackage, toValues, validatePackage } from './packageForm';

export function PackageFormPage() {
  const { id } = useParams();
  const stored = useFresh('/api/packages/{id}', id === undefined ? undefined : { path: { id } });
  const colleges = useList('/api/colleges', {});
  const isLoaded = (id === undefined || stored.thing) && colleges.entries;
  return (
    <ManagerPage title={id === undefined ? 'Create New Package' : 'Edit Package'}>
      {stored.error ? (
        <Failed text="Failed to fetch package" error={stored.error} retry={stored.retry} />
      ) : colleges.error && !colleges.entries ? (
        <Failed text="Failed to fetch colleges" error={colleges.error} retry={colleges.retry} />
      ) : isLoaded ? (
        <PackageEditor stored={stored} colleges={colleges} />
      ) : (
        <Loading />
      )}
    </ManagerPage>
  );
}

interface Props {
  stored: Fresh<PackageEntry>;
  colleges: List<CollegeEntry>;
}

function PackageEditor({ stored, colleges }: Props) {
  const navigate = useNavigate();
  const put = usePut('/api/packages');
  const { success } = useToaster();
  const [entry, setEntry] = useState(stored.thing);
  const isNew = entry === undefined;

  const form = useForm({
    subject: { form: `package-${entry?._id ?? 'new'}`, id: entry?._id, version: entry?.version },
    initial: toValues(entry),
    validate: validatePackage,
    save: async (values) => {
      const saved = await savePackage(values, entry).catch(async (failure: unknown) => {
        if (isRefusedFor(failure, 'collegeList')) {
          update({ collegeList: await stillThere(values.collegeList, colleges) });
        }
        throw failure;
      });
      put(saved.package);
      success(saved.message);
    },
    describe: (failure) => ({
      title: isNew ? 'Failed to create package' : 'Failed to update package',
      detail: (failure as Error).message,
    }),
    onSaved: () => void navigate(portalPaths.packages),
  });
  const { values, errors, update } = form;

  return (
    <Card maxWidth="48rem">
      <EditorForm
        form={form}
        label={isNew ? 'Create New Package' : 'Edit Package'}
        submitLabel={isNew ? 'Create Package' : 'Update Package'}
        onCancel={() => void navigate(portalPaths.packages)}
        onReload={async () => {
          const newer = await stored.reload();
          setEntry(newer);
          form.reset(toValues(newer));
        }}
      >
        <TextField
          label="Package Name"
          isRequired
          value={values.name}
          error={errors.name}
          onChange={(name) => {
            update({ name });
          }}
        />
        <TextAreaField
          label="Description"
          isRequired
          value={values.description}
          error={errors.description}
          onChange={(description) => {
            update({ description });
          }}
        />
        <TextField
          label="Price"
          isRequired
          type="number"
          min={0}
          step={0.01}
          inputMode="decimal"
          hint={
            isUnpayable(values.price)
              ? 'In rupees. A package under Rs 1 can be saved, but nobody can register for it online.'
              : 'In rupees.'
          }
          value={values.price}
          error={errors.price}
          onChange={(price) => {
            update({ price });
          }}
        />
        <CheckField
          label="Allow access to all colleges"
          isChecked={values.AllowAllCollege}
          onChange={(AllowAllCollege) => {
            update({ AllowAllCollege });
          }}
        />
        {!values.AllowAllCollege && (
          <Checklist
            legend="Select Colleges for this Package"
            options={(colleges.entries ?? []).map(({ _id, name }) => ({ id: _id, label: name }))}
            empty="There is no college yet."
            chosen={values.collegeList}
            error={errors.collegeList}
            onChange={(collegeList) => {
              update({ collegeList });
            }}
          />
        )}
        <FieldError id={undefined}>{errors.AllowAllCollege}</FieldError>
      </EditorForm>
    </Card>
  );
}
