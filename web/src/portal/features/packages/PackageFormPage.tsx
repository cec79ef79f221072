// Makes a package or changes one.
import { useParams } from 'react-router';
import { Checklist } from '@/portal/kit/forms/Checklist';
import { ManagerForm } from '@/portal/kit/forms/ManagerForm';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useFresh } from '@/portal/kit/resources/useFresh';
import { useList, usePut } from '@/portal/kit/resources/useList';
import { CheckField, FieldError, TextAreaField, TextField } from '@/portal/kit/ui/Field';
import { findUnsaleable, isUnpayable, savePackage, toValues, validatePackage } from './packageForm';
import { PackagePreview } from './PackagePreview';
import { SaleNote } from './SaleNote';

const examPackage = {
  noun: 'Package',
  listPath: portalPaths.packages,
  optionsNoun: 'colleges',
  chosen: 'collegeList',
  toValues,
  validate: validatePackage,
} as const;

export function PackageFormPage() {
  const { id } = useParams();
  const stored = useFresh('/api/packages/{id}', id === undefined ? undefined : { path: { id } });
  const colleges = useList('/api/colleges', {});
  const put = usePut('/api/packages');
  const add = useAdding();
  return (
    <ManagerForm
      kind={examPackage}
      id={id}
      stored={stored}
      options={colleges}
      save={async (values, entry) => {
        const saved = entry
          ? await savePackage(values, entry)
          : await add((key) => savePackage(values, undefined, key));
        put(saved.package);
        return saved.message;
      }}
      aside={(values) => <PackagePreview {...values} />}
    >
      {({ values, errors, update, field }) => (
        <>
          <TextField label="Package Name" isRequired {...field('name')} />
          <TextAreaField label="Description" isRequired {...field('description')} />
          <TextField
            label="Price"
            isRequired
            inputMode="decimal"
            autoComplete="off"
            hint={
              isUnpayable(values.price)
                ? 'In rupees. A package under Rs\u00a01 can be saved, but nobody can register for it online.'
                : 'In rupees.'
            }
            {...field('price')}
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
              {...field('collegeList')}
            />
          )}
          <FieldError id={undefined}>{errors.AllowAllCollege}</FieldError>
          <SaleNote
            state={id === undefined ? undefined : stored.thing?.state}
            lacks={findUnsaleable(values, colleges.entries ?? [])}
            isHeldBack={values.isHeldBack}
            onHoldBack={(isHeldBack) => {
              update({ isHeldBack });
            }}
          />
        </>
      )}
    </ManagerForm>
  );
}
