// Puts right what is wrong about a candidate.
import { Notice } from '@/portal/kit/ui/elements';
import { useState } from 'react';
import { Reference } from '@/components/Reference';
import { call } from '@/lib/api/client';
import { longestTyped } from '@/lib/personName';
import { addressIn } from '@/lib/typed';
import { read, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { wordsOf } from '@/portal/kit/api/failure';
import { LoadNewer } from '@/portal/kit/forms/LoadNewer';
import { useForm } from '@/portal/kit/forms/useForm';
import { AddressField } from '@/portal/kit/ui/AddressField';
import { RadioField, SelectField, TextField, type Option } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { PhoneField } from '@/portal/kit/ui/PhoneField';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { changesBetween, correctable, findErrors, toRequest, type Correctable } from './correction';

type File = AnswerOf<'/api/customers/{customerId}'>;

interface Props {
  file: File;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

const preferences = ['Offline', 'Online'].map((value) => ({ value, label: value }));

export function CorrectionDialog({ file, reload, onClose }: Props) {
  /** What the correction is decided on: the page below may load something newer meanwhile. */
  const [basis, setBasis] = useState(file);
  const { customer, version, validity } = basis;
  const before = correctable(customer);
  const customerId = customer.customer_id;
  const toaster = useToaster();

  const form = useForm<Correctable>({
    subject: { form: 'candidate', id: customerId, version },
    initial: before,
    validate: (values) => findErrors(before, values),
    save: async (values) => {
      const body = toRequest(before, values, version);
      if (Object.keys(changesBetween(before, values)).length > 0) {
        await call('put', '/api/customers/{customerId}', { path: { customerId }, body });
      }
    },
    describe: (error) => ({
      title: wordsOf(error, 'The correction could not be saved'),
      detail: undefined,
    }),
    onSaved: () => {
      toaster.success(`${form.values.name.trim()} is saved.`);
      onClose();
      void reload();
    },
  });
  const { values, field, update, problem } = form;
  const mailsPass = validity === 'valid' && addressIn(values.email).toLowerCase() !== before.email;

  /** What was changed here stays; the rest is as somebody else has left it. */
  const takeNewer = async () => {
    const typed = changesBetween(before, values);
    const newer = await read('/api/customers/{customerId}', { path: { customerId } });
    setBasis(newer);
    form.reset(correctable(newer.customer));
    form.update(typed);
    await reload();
  };

  return (
    <FormDialog
      title={`Edit ${customer.name}`}
      agree="Save"
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      failure={
        problem && (
          <>
            <p>{problem.title}</p>
            {problem.detail && <p>{problem.detail}</p>}
            <Reference id={problem.reference} />
            {problem.isStale && (
              <LoadNewer load={takeNewer}>What you typed stays; the rest is loaded as it is now.</LoadNewer>
            )}
          </>
        )
      }
      onSend={form.submit}
      onClose={onClose}
    >
      <TextField
        label="Full Name"
        isRequired
        autoComplete="off"
        maxLength={longestTyped}
        {...field('name')}
      />
      <AddressField
        hint={
          mailsPass
            ? 'A new pass is mailed to the new address. Link and code of the one before, also on paper, stop working.'
            : undefined
        }
        {...field('email')}
      />
      <PhoneField label="Phone" isRequired {...field('phone')} />
      <PhoneField label="Alternate Phone" {...field('phone2')} />
      <RadioField label="Exam Preference" isRequired options={preferences} {...field('exam_preference')} />
      {before.collegeId !== '' && (
        <ExamFields customer={customer} values={values} errors={form.errors} update={update} />
      )}
    </FormDialog>
  );
}

interface ExamProps {
  customer: File['customer'];
  values: Correctable;
  errors: { collegeId?: string | undefined; course_category?: string | undefined };
  update: (change: Partial<Correctable>) => void;
}

const request = {};

/** Another exam of the package, which costs the same. */
function ExamFields({ customer, values, errors, update }: ExamProps) {
  const answer = useAnswer('/api/packages/list', request);
  const { packageId, packageName, collegeId = '', collegeName, course_category = '', examName } = customer;
  const chosen = answer.data?.find(({ _id }) => _id === packageId);
  if (!chosen) {
    if (answer.isLoading) return <p>Loading the exams...</p>;
    return (
      <Notice>
        {answer.error
          ? 'The exams could not be loaded, so the exam stays as it is.'
          : `${packageName} is not on sale any more, so the exam stays as it is.`}
      </Notice>
    );
  }
  const colleges = chosen.collegeList.map(({ _id, name }) => ({ value: _id, label: name }));
  const courses = chosen.collegeList
    .find(({ _id }) => _id === values.collegeId)
    ?.courseList.map((course) => ({ value: course._id, label: course.examName }));
  return (
    <>
      <SelectField
        label="College"
        isRequired
        options={including(colleges, collegeId, collegeName)}
        value={values.collegeId}
        error={errors.collegeId}
        onChange={(college) => {
          update({
            collegeId: college,
            course_category: college === collegeId ? (course_category ?? '') : '',
          });
        }}
      />
      <SelectField
        label="Exam"
        isRequired
        placeholder="-- Select Exam --"
        options={
          values.collegeId === collegeId
            ? including(courses ?? [], course_category, examName)
            : (courses ?? [])
        }
        value={values.course_category}
        error={errors.course_category}
        onChange={(course) => {
          update({ course_category: course });
        }}
      />
    </>
  );
}

/** What was chosen stays a choice, also when it is no longer sold. */
function including(
  options: readonly Option[],
  value: string | null,
  label: string | null | undefined,
): readonly Option[] {
  if (!value || options.some((option) => option.value === value)) return options;
  return [{ value, label: label ?? value }, ...options];
}
