// The form of a new export: what, as which file, and what is left out.
import { Grid } from '@chakra-ui/react';
import { BusyLabel } from '@/components/BusyLabel';
import { call } from '@/lib/api/client';
import { useAnswer } from '@/portal/kit/api/data';
import { useSending } from '@/portal/kit/forms/useSending';
import { doorLists, examsAmong, useCourses, withChosen } from '@/portal/kit/resources/useCourses';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { SelectField, TextField, type Option } from '@/portal/kit/ui/Field';
import { count } from '@/portal/kit/ui/format';
import { listedStatuses, paymentModeLabel, statusLabel } from '@/portal/kit/ui/status';
import {
  filtersFor,
  formats,
  isOfPicked,
  kinds,
  labelFor,
  toRequest,
  type ExportForm,
  type FilterName,
} from './request';

interface Props {
  form: ExportForm;
  onChange: (form: ExportForm) => void;
  onBegun: () => Promise<void>;
}

const longestText = 100;
/** Of a name whose characters are written as three each. */
const longestSearch = 300;
const request = {};
const all = { value: '', label: 'All' };
const modes = [
  all,
  ...['online', 'card', 'upi', 'cash'].map((value) => ({ value, label: paymentModeLabel(value) })),
];
const preferences = [all, ...['Online', 'Offline'].map((value) => ({ value, label: value }))];
const states = [all, ...listedStatuses.map((value) => ({ value, label: statusLabel(value) }))];

const beginningLost =
  'it is not known whether the export was started. If it was, it is in the list below, or will be when the list is loaded again.';

export function NewExport({ form, onChange, onBegun }: Props) {
  const courses = useCourses();
  const { data: packages = [] } = useAnswer(
    '/api/packages',
    form.kind === 'candidates' ? request : undefined,
  );
  const { isBusy, send, reset, errorAt, failureBeside } = useSending();
  const { picked } = form;
  const filters = isOfPicked(form) ? [] : filtersFor(form.kind);
  const failure = failureBeside(...filters.map((name) => `filters.${name}`));
  const begin = async () => {
    try {
      await call('post', '/api/exports', { body: toRequest(form) });
    } finally {
      // Also of one whose answer was lost the list says whether it is there.
      await onBegun();
    }
  };

  const options: Partial<Record<FilterName, readonly Option[]>> = {
    status: states,
    payment_mode: modes,
    course_category: [all, ...(form.kind === 'results' ? examsAmong(courses) : courses)],
    package: [all, ...packages.map(({ _id, name }) => ({ value: _id, label: name || _id }))],
    exam_preference: preferences,
    list: [all, ...doorLists(courses)],
  };
  return (
    <Card>
      <form
        aria-label="New export"
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault();
          if (!isBusy) void send(begin, 'The export could not be started', beginningLost);
        }}
      >
        {failure && (
          <Notice tone="error" role="alert" marginBottom="4">
            {failure}
          </Notice>
        )}
        {isOfPicked(form) && (
          <Notice tone="warning" marginBottom="4">
            <p>
              {picked.length === 1
                ? 'Of one candidate who was picked.'
                : `Of ${count(picked.length)} candidates who were picked.`}
            </p>
            <Button
              look="plain"
              onClick={() => {
                onChange({ ...form, picked: [] });
              }}
            >
              Of all whom the filters admit instead
            </Button>
          </Notice>
        )}
        <Grid
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          }}
          gap="3"
          alignItems="start"
        >
          <SelectField
            label="What"
            options={kinds}
            value={form.kind}
            onChange={(kind) => {
              reset();
              onChange({ ...form, kind });
            }}
          />
          <SelectField
            label="File"
            options={formats}
            value={form.format}
            onChange={(format) => {
              onChange({ ...form, format });
            }}
          />
          {filters.map((name) => {
            const common = {
              label: labelFor(name, form.kind),
              value: form.filters[name] ?? '',
              error: errorAt(`filters.${name}`),
              onChange: (value: string) => {
                onChange({ ...form, filters: { ...form.filters, [name]: value } });
              },
            };
            const choices = options[name];
            if (choices)
              return <SelectField key={name} {...common} options={withChosen(choices, common.value)} />;
            const isDay = name === 'from' || name === 'to';
            return (
              <TextField
                key={name}
                {...common}
                type={isDay ? 'date' : 'text'}
                maxLength={isDay ? undefined : name === 'search' ? longestSearch : longestText}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            );
          })}
        </Grid>
        <Button type="submit" marginTop="4" disabled={isBusy} aria-busy={isBusy}>
          <BusyLabel busy={isBusy && 'Starting...'}>Export</BusyLabel>
        </Button>
      </form>
    </Card>
  );
}
