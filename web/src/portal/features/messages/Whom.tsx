// Whom a message is for: the filters, and those who were picked in a list.
import { Box, Grid } from '@chakra-ui/react';
import { useAnswer } from '@/portal/kit/api/data';
import { filterNames, filters, type FilterName } from '@/portal/kit/resources/audience';
import { doorLists, examsAmong, useCourses, withChosen } from '@/portal/kit/resources/useCourses';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { SelectField, TextField, type Option } from '@/portal/kit/ui/Field';
import { count } from '@/portal/kit/ui/format';
import { listedStatuses, paymentModeLabel, paymentModes, statusLabel } from '@/portal/kit/ui/status';
import { filtersOf, type MessageForm } from './form';

const request = {};
const everybody = { value: '', label: 'All' };

type DayName = 'registered_from' | 'registered_to';
const isDay = (name: FilterName): name is DayName => name === 'registered_from' || name === 'registered_to';

interface Props {
  form: MessageForm;
  isFixed: boolean;
  onChange: (changed: Partial<MessageForm>) => void;
  errorAt: (field: string) => string | undefined;
}

export function Whom({ form, isFixed, onChange, errorAt }: Props) {
  const chosen = filtersOf(form);
  const courses = useCourses();
  const { data: packages = [] } = useAnswer('/api/packages', request);
  const exams = examsAmong(courses);
  const lists = doorLists(courses);
  const options: Record<Exclude<FilterName, DayName>, readonly Option[]> = {
    status: listedStatuses.map((value) => ({ value, label: statusLabel(value) })),
    payment_mode: paymentModes.map((value) => ({ value, label: paymentModeLabel(value) })),
    validity: [
      { value: 'valid', label: 'Valid' },
      { value: 'withdrawn', label: 'Withdrawn' },
    ],
    package: packages.map(({ _id, name }) => ({ value: _id, label: name || _id })),
    course: courses,
    holds_exam: exams,
    chosen: [
      { value: 'false', label: 'Not yet' },
      { value: 'true', label: 'Yes' },
    ],
    filled_in: [{ value: chosen.filled_in ?? '', label: 'By the run that was just made' }],
    exam_preference: [
      { value: 'Offline', label: 'Offline' },
      { value: 'Online', label: 'Online' },
    ],
    checked_in: lists,
    not_checked_in: lists,
  };
  // A run is named by the screen that made it alone, and what it has done is said to nobody else.
  const isOffered = (name: FilterName) => name !== 'filled_in' || Boolean(chosen.filled_in);
  const choices = (name: Exclude<FilterName, DayName>) =>
    name === 'filled_in' ? options[name] : withChosen([everybody, ...options[name]], chosen[name] ?? '');
  return (
    <Card aria-label="To whom">
      <Box asChild fontSize="l" marginBottom="3">
        <h2>To whom</h2>
      </Box>
      {form.picked.length > 0 && (
        <Notice tone="warning" marginBottom="3">
          <p>
            {form.picked.length === 1
              ? 'To one candidate who was picked.'
              : `To ${count(form.picked.length)} candidates who were picked.`}
          </p>
          <Button
            look="plain"
            disabled={isFixed}
            onClick={() => {
              onChange({ picked: [] });
            }}
          >
            To all whom the filters admit instead
          </Button>
        </Notice>
      )}
      <Grid
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap="3"
        alignItems="start"
      >
        {filters.filter(isOffered).map((name) => {
          const common = {
            label: filterNames[name],
            value: chosen[name] ?? '',
            disabled: isFixed,
            error: errorAt(`audience.${name}`),
            onChange: (value: string) => {
              onChange({ filters: { ...form.filters, [name]: value } });
            },
          };
          return isDay(name) ? (
            <TextField key={name} {...common} type="date" />
          ) : (
            <SelectField key={name} {...common} options={choices(name)} />
          );
        })}
      </Grid>
    </Card>
  );
}
