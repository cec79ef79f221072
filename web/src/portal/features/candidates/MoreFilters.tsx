// The filters that are asked for less often: what was bought, where the exam is taken, and when one registered.
import { Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { useAnswer } from '@/portal/kit/api/data';
import { useDebouncedText } from '@/portal/kit/forms/useDebouncedText';
import { withChosen } from '@/portal/kit/resources/useCourses';
import { SelectField, TextField } from '@/portal/kit/ui/Field';
import { date } from '@/portal/kit/ui/format';
import { everything, isDay, type Filters } from './filters';

interface Props {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

const request = {};
const all = { value: everything, label: 'All' };
const preferences = ['Online', 'Offline'].map((value) => ({ value, label: value }));
/** Before it there is nothing. */
const firstDay = '2025-01-01';
/** So that a year has four digits. */
const lastDay = '9999-12-31';
/** A year is typed digit by digit, and each of them makes a day. */
const pauseMs = 500;

export function MoreFilters({ filters, onChange }: Props) {
  const { data: packages = [] } = useAnswer('/api/packages', request);
  const days = useTypedDays(filters, onChange);
  const bought = packages.map(({ _id, name }) => ({ value: _id, label: name || _id }));
  return (
    <Grid
      gridTemplateColumns={{
        base: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
        lg: 'repeat(4, minmax(0, 1fr))',
      }}
      columnGap="3"
      rowGap="2"
      alignItems="end"
      marginTop="2"
    >
      <SelectField
        label="Package"
        options={withChosen([all, ...bought], filters.package)}
        value={filters.package}
        onChange={(value) => {
          onChange({ package: value });
        }}
      />
      <SelectField
        label="Exam Preference"
        options={withChosen([all, ...preferences], filters.exam_preference)}
        value={filters.exam_preference}
        onChange={(exam_preference) => {
          onChange({ exam_preference });
        }}
      />
      <TextField
        label="Registered from"
        type="date"
        min={firstDay}
        max={days.to || lastDay}
        value={days.from}
        error={days.errors.from}
        onChange={(from) => {
          days.type({ from, to: days.to });
        }}
      />
      <TextField
        label="Registered to"
        type="date"
        min={days.from || firstDay}
        max={lastDay}
        value={days.to}
        error={days.errors.to}
        onChange={(to) => {
          days.type({ from: days.from, to });
        }}
      />
    </Grid>
  );
}

interface Days {
  from: string;
  to: string;
}

const write = ({ from, to }: Days) => `${from}/${to}`;

function read(text: string): Days {
  const [from = '', to = ''] = text.split('/');
  return { from, to };
}

/** The days as they are typed. They become filters after a pause, once the list can be asked for them. */
function useTypedDays(filters: Days, onChange: (days: Days) => void) {
  const [checked, setChecked] = useState<string>();
  const { text, type } = useDebouncedText(write(filters), pauseMs, (settled) => {
    const days = read(settled);
    setChecked(settled);
    if (Object.keys(findErrors(days)).length === 0) onChange(days);
  });
  const days = read(text);
  return {
    ...days,
    errors: checked === text ? findErrors(days) : {},
    type: (typed: Days) => {
      type(write(typed));
    },
  };
}

function findErrors({ from, to }: Days): Partial<Days> {
  const tooEarly = `There is nothing before ${date(firstDay)}.`;
  const isPossible = (day: string) => day === everything || (isDay(day) && day >= firstDay);
  if (!isPossible(from)) return { from: tooEarly, ...(!isPossible(to) && { to: tooEarly }) };
  if (!isPossible(to)) return { to: tooEarly };
  return from && to && from > to ? { to: 'The last day is before the first.' } : {};
}
