// What narrows the candidate list down.
import { Grid } from '@chakra-ui/react';
import { useCourses, withChosen } from '@/portal/kit/resources/useCourses';
import { paymentModeLabel, statusLabel, statuses } from '@/portal/kit/ui/status';
import { Button } from '@/portal/kit/ui/elements';
import { SelectField, TextField, type Option } from '@/portal/kit/ui/Field';
import { everything, type Filters } from './filters';

interface Props {
  filters: Filters;
  /** As they are being typed. */
  search: string;
  onSearch: (search: string) => void;
  email: string;
  onEmail: (email: string) => void;
  onChange: (change: Partial<Filters>) => void;
  onReset: () => void;
}

/** The server asks for no more. */
const longestSearch = 300;
const longestEmail = 100;

const modes = ['online', 'card', 'upi', 'cash'].map((value) => ({ value, label: paymentModeLabel(value) }));
const states = statuses.map((value) => ({ value, label: statusLabel(value) }));

export function FilterBar({ filters, search, onSearch, email, onEmail, onChange, onReset }: Props) {
  const courses = useCourses();
  return (
    <Grid
      asChild
      gridTemplateColumns={{
        base: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
        lg: '1.6fr 1.3fr repeat(3, minmax(0, 1fr)) auto',
      }}
      columnGap="3"
      rowGap="2"
      alignItems="end"
      marginBottom="4"
    >
      <section aria-label="Filters">
        <TextField
          label="Find Anybody"
          type="search"
          placeholder="Name, phone, pass no."
          autoComplete="off"
          spellCheck={false}
          maxLength={longestSearch}
          value={search}
          onChange={onSearch}
        />
        <TextField
          label="Search by Email"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longestEmail}
          value={email}
          onChange={onEmail}
        />
        <SelectField
          label="Payment Mode"
          options={withAll(modes)}
          value={filters.payment_mode}
          onChange={(payment_mode) => {
            onChange({ payment_mode });
          }}
        />
        <SelectField
          label="Course Category"
          options={withChosen(withAll(courses), filters.course_category)}
          value={filters.course_category}
          onChange={(course_category) => {
            onChange({ course_category });
          }}
        />
        <SelectField
          label="Payment Status"
          options={withChosen(withAll(states), filters.status)}
          value={filters.status}
          onChange={(status) => {
            onChange({ status });
          }}
        />
        <Button look="quiet" onClick={onReset}>
          Reset Filters
        </Button>
      </section>
    </Grid>
  );
}

const withAll = (options: readonly Option[]) => [{ value: everything, label: 'All' }, ...options];
