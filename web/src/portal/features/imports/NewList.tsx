// The form of a new list: for what, how it is paid, and the list itself, from a file or pasted.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import type { Package } from '@/lib/api/types';
import { withoutAbsent } from '@/lib/complete';
import { resolveChoice } from '@/lib/registration/choice';
import type { FieldErrors } from '@/lib/registration/validation';
import { CsvFields } from '@/portal/kit/forms/CsvFields';
import { PackageFields } from '@/portal/kit/forms/PackageFields';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { RadioField, SelectField, TextField } from '@/portal/kit/ui/Field';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import { ConfirmDialog } from './ConfirmDialog';
import { Preview } from './Preview';
import {
  emptyListOf,
  findMissing,
  isBegun,
  preview,
  toRequest,
  type ImportAnswer,
  type ImportRequest,
  type ListField,
  type ListForm,
} from './request';

const payments = [
  { value: 'paid', label: 'All of it is paid now' },
  { value: 'later', label: 'Each pays later' },
] as const;
const modes = ['cash', 'card', 'upi'].map((value) => ({ value, label: paymentModeLabel(value) }));
const fields: readonly ListField[] = ['package', 'college', 'course', 'mode', 'reference', 'group', 'csv'];
const columns =
  'Columns, in any order: name, email, phone and, if wanted, phone2 and exam_preference (Online or Offline). At most 2,000 people.';

/** What the server takes, but for the rest of the form. */
const mostBytes = 1_000_000;
const tooLarge = 'This file is too large for a list of 2,000 people. Make two of it.';

/** A list that was looked through, and what exactly was looked through. */
interface Checked {
  form: ListForm;
  answer: ImportAnswer;
  request: ImportRequest;
}

export function NewList({ packages }: { packages: readonly Package[] }) {
  const [form, change] = useKept('school-list', () => emptyListOf(packages));
  const [seen, setChecked] = useState<Checked>();
  // What was looked through may no longer be what is there.
  const checked = seen?.form === form ? seen : undefined;
  const [isConfirming, setConfirming] = useState(false);
  const [missing, setMissing] = useState<Partial<Record<ListField, string>>>({});
  const { isBusy, send, refuse, reset, errorAt, failureBeside } = useSending();
  const release = useUnsavedWarning(isBegun(form));
  const navigate = useNavigate();

  const update = (changed: Partial<ListForm>) => {
    reset();
    setMissing({});
    change(changed);
  };
  const check = () => {
    const found = findMissing(form, packages);
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    const request = toRequest(form, packages);
    void send(async () => {
      setChecked(undefined);
      setChecked({ form, answer: await preview(request), request });
    }, 'The list could not be checked');
  };
  const errorOf = (field: ListField) => missing[field] ?? errorAt(field);
  const failure = failureBeside(...fields);

  return (
    <>
      <Card aria-label="New list">
        <form
          aria-label="New list"
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault();
            if (!isBusy) check();
          }}
        >
          <Flex direction="column" gap="4">
            {failure && (
              <Notice tone="error" role="alert">
                {failure}
              </Notice>
            )}
            <Grid
              gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
              gap="4"
              alignItems="start"
            >
              <Flex direction="column" gap="4">
                <PackageFields
                  packages={packages}
                  choice={resolveChoice(form, packages)}
                  errors={withoutAbsent<Pick<FieldErrors, 'package' | 'college' | 'course'>>({
                    package: errorOf('package'),
                    college: errorOf('college'),
                    course: errorOf('course'),
                  })}
                  update={({ packageId, collegeId, courseId }) => {
                    update({
                      ...(packageId !== undefined && { packageId }),
                      ...(collegeId !== undefined && { collegeId }),
                      ...(courseId !== undefined && { courseId }),
                    });
                  }}
                />
              </Flex>
              <Flex direction="column" gap="4">
                <TextField
                  label="Group"
                  isRequired
                  hint="The school, as it is to be on the receipt."
                  maxLength={120}
                  autoComplete="off"
                  value={form.group}
                  error={errorOf('group')}
                  onChange={(group) => {
                    update({ group });
                  }}
                />
                <RadioField
                  label="Payment"
                  isRequired
                  options={payments}
                  value={form.payment}
                  onChange={(payment) => {
                    update({ payment: payment === 'paid' ? 'paid' : 'later' });
                  }}
                />
                <SelectField
                  label={form.payment === 'paid' ? 'Payment Mode' : 'How they will pay'}
                  isRequired
                  placeholder="-- Select Payment Mode --"
                  options={modes}
                  value={form.mode}
                  error={errorOf('mode')}
                  onChange={(mode) => {
                    update({ mode });
                  }}
                />
                <TextField
                  label="Reference"
                  hint="Such as the number of a cheque."
                  maxLength={100}
                  autoComplete="off"
                  value={form.reference}
                  error={errorOf('reference')}
                  onChange={(reference) => {
                    update({ reference });
                  }}
                />
              </Flex>
            </Grid>
            <CsvFields
              label="List"
              fileHint="A list that was saved as CSV."
              columns={columns}
              mostBytes={mostBytes}
              tooLarge={tooLarge}
              value={form.csv}
              error={errorOf('csv')}
              onChange={(csv) => {
                update({ csv });
              }}
              onUnusable={(message) => {
                // What was missing before is not what is wrong now.
                setMissing({});
                refuse(message, 'csv');
              }}
            />
            <Box>
              <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
                <BusyLabel busy={isBusy && 'Checking...'}>Check the list</BusyLabel>
              </Button>
            </Box>
          </Flex>
        </form>
      </Card>
      {checked && (
        <Preview
          answer={checked.answer}
          onRegister={() => {
            setConfirming(true);
          }}
        />
      )}
      {checked && isConfirming && (
        <ConfirmDialog
          request={checked.request}
          answer={checked.answer}
          onClose={() => {
            setConfirming(false);
          }}
          onTaken={(id) => {
            release();
            change(emptyListOf(packages));
            void navigate(portalPaths.group(id));
          }}
        />
      )}
    </>
  );
}
