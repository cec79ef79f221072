// One candidate's result, corrected or added, with the reason.
import { Grid } from '@chakra-ui/react';
import type { components } from '@/lib/api/schema';
import { callForBody } from '@/portal/kit/api/data';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { Notice } from '@/portal/kit/ui/elements';
import { CheckField, TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { inWords } from './figures';
import type { ExamResults } from './state';

type Figures = components['schemas']['ExamResult'];

export interface Corrected {
  customer_id: string;
  name: string | null;
  pass_no: string;
}

interface Props {
  results: ExamResults;
  candidate: Corrected;
  readAgain: () => Promise<void>;
  onClose: () => void;
}

const numbers = [
  ['marks', 'Marks'],
  ['out_of', 'Out of'],
  ['rank', 'Rank'],
  ['scholarship_percent', 'Scholarship (%)'],
] as const;
const fields = [...numbers.map(([name]) => name), 'remark', 'reason'];
const lost = 'it is not known whether it was corrected. Send it again: that is safe.';

const valuesOf = (before: Figures | undefined) => ({
  marks: text(before?.marks),
  out_of: text(before?.out_of),
  rank: text(before?.rank),
  scholarship_percent: text(before?.scholarship_percent),
  absent: before?.absent ?? false,
  remark: before?.remark ?? '',
  reason: '',
  mail: true,
});

type Values = ReturnType<typeof valuesOf>;

const text = (number: number | null | undefined) => (number == null ? '' : String(number));
/** What is no number is sent as none, and the server says what is missing. */
const numberOf = (typed: string) => (typed.trim() && Number.isFinite(Number(typed)) ? Number(typed) : null);

export function CorrectDialog({ results, candidate, readAgain, onClose }: Props) {
  const { course, state, rows } = results;
  const { customer_id } = candidate;
  const isPublished = state === 'published';
  /** None where a result is added. */
  const before = rows.find((row) => row.customer_id === customer_id);
  const stored = inWords(before ?? null);
  const [{ typed, first }, keep] = useKept<{ typed: Partial<Values>; first: string }>(
    `result-${course}-${customer_id}`,
    { typed: {}, first: stored },
  );
  // What is not typed here follows what others have stored.
  const values = { ...valuesOf(before), ...typed };
  const { isBusy, send, refuse, reset, errorAt, failureBeside } = useSending();
  const toaster = useToaster();
  const put = (changed: Partial<Values>) => {
    reset();
    keep({ typed: { ...typed, ...changed } });
  };

  const correct = () => {
    const { absent, remark, reason, mail } = values;
    const wrong = absent
      ? undefined
      : numbers.find(([name]) => values[name].trim() !== '' && numberOf(values[name]) === null);
    if (wrong) {
      refuse('Write a number such as 87 or 87.5.', wrong[0]);
      return;
    }
    const of = (name: (typeof numbers)[number][0]) => (absent ? null : numberOf(values[name]));
    void send(
      async () => {
        const body = {
          marks: of('marks'),
          out_of: of('out_of'),
          rank: of('rank'),
          scholarship_percent: of('scholarship_percent'),
          absent,
          remark,
          reason,
          version: before?.version ?? 0,
          // Left out, it would be yes, and they may be published by the time that it arrives.
          mail: isPublished && mail,
        };
        await orReadAgain(
          () =>
            callForBody('put', '/api/results/{course}/{customer_id}', {
              path: { course, customer_id },
              body,
            }),
          readAgain,
        );
        toaster.success('The result is corrected');
        await readAgain();
        onClose();
      },
      'The result could not be corrected',
      lost,
    );
  };

  return (
    <FormDialog
      title={`Result of ${candidate.name ?? candidate.pass_no}`}
      text={
        isPublished
          ? 'The candidate sees it at once. What it was, and why it was changed, is kept.'
          : 'What it was, and why it was changed, is kept.'
      }
      agree={before ? 'Correct' : 'Add'}
      isBusy={isBusy}
      isDirty={Object.keys(typed).length > 0}
      failure={failureBeside(...fields)}
      onSend={correct}
      onClose={onClose}
    >
      {!isBusy && stored !== first && (
        <Notice tone="warning">{`Changed meanwhile. It is now: ${stored}.`}</Notice>
      )}
      <CheckField
        label="Absent"
        isChecked={values.absent}
        onChange={(absent) => {
          put({ absent });
        }}
      />
      {!values.absent && (
        <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="4">
          {numbers.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              isRequired={name === 'marks' || name === 'out_of'}
              inputMode="decimal"
              autoComplete="off"
              value={values[name]}
              error={errorAt(name)}
              onChange={(typed) => {
                put({ [name]: typed });
              }}
            />
          ))}
        </Grid>
      )}
      <TextField
        label="Remark"
        hint="The candidate sees it."
        maxLength={120}
        autoComplete="off"
        value={values.remark}
        error={errorAt('remark')}
        onChange={(remark) => {
          put({ remark });
        }}
      />
      <TextField
        label="Reason"
        isRequired
        hint="Why it is changed; for staff."
        maxLength={200}
        autoComplete="off"
        value={values.reason}
        error={errorAt('reason')}
        onChange={(reason) => {
          put({ reason });
        }}
      />
      {isPublished && (
        <CheckField
          label="Mail the candidate that it was changed"
          isChecked={values.mail}
          onChange={(mail) => {
            put({ mail });
          }}
        />
      )}
    </FormDialog>
  );
}
