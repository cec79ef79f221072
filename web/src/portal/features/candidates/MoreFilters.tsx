// The filters that are asked for less often: what was bought, where the exam is taken, and when one registered.
import { Grid } from '@chakra-ui/react';
import { useAnswer } from '@/portal/kit/api/data';
import { withChosen } from '@/portal/kit/resources/useCourses';
import { SelectField, TextField } from '@/portal/kit/ui/Field';
import { everything, type Filters } from './filters';

interface Props {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

const request = {};
const all = { value: everything, label: 'All' };
const preferences = ['Online', 'Offline'].map((value) => ({ value, label: value }));
/** Before it there is nothing. */
const firstDay = '2025-01-01';

export function MoreFilters({ filters, onChange }: Props) {
  const { data: packages = [] } = useAnswer('/api/packages', request);
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
        max={filters.to || undefined}
        value={filters.from}
        onChange={(from) => {
          onChange({ from });
        }}
      />
      <TextField
        label="Registered to"
        type="date"
        min={filters.from || firstDay}
        value={filters.to}
        onChange={(to) => {
          onChange({ to });
        }}
      />
    </Grid>
  );
}
