// What narrows the candidate list down.
import { Box, Grid } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { useCourses, withChosen } from '@/portal/kit/resources/useCourses';
import { listedStatuses, paymentModeLabel, statusLabel } from '@/portal/kit/ui/status';
import { Button } from '@/portal/kit/ui/elements';
import { SelectField, TextField, type Option } from '@/portal/kit/ui/Field';
import { countMore, everything, type Filters } from './filters';
import { MoreFilters } from './MoreFilters';

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
const states = listedStatuses.map((value) => ({ value, label: statusLabel(value) }));

export function FilterBar({ filters, search, onSearch, email, onEmail, onChange, onReset }: Props) {
  const courses = useCourses();
  const furtherId = useId();
  const further = countMore(filters);
  // An address that has some shows them.
  const [isOpen, setOpen] = useState(further > 0);
  const [resets, setResets] = useState(0);
  return (
    <Box asChild marginBottom="4">
      <section aria-label="Filters">
        <Grid
          gridTemplateColumns={{
            base: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
            lg: '1.6fr 1.3fr repeat(3, minmax(0, 1fr)) auto auto',
          }}
          columnGap="3"
          rowGap="2"
          alignItems="end"
        >
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
          <Button
            look="quiet"
            aria-expanded={isOpen}
            aria-controls={furtherId}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {further > 0 ? `More filters (${String(further)})` : 'More filters'}
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              setResets(resets + 1);
              onReset();
            }}
          >
            Reset Filters
          </Button>
        </Grid>
        <div id={furtherId} hidden={!isOpen}>
          {/* A day that was typed and is no filter goes with the filters. */}
          {isOpen && <MoreFilters key={resets} filters={filters} onChange={onChange} />}
        </div>
      </section>
    </Box>
  );
}

const withAll = (options: readonly Option[]) => [{ value: everything, label: 'All' }, ...options];
