// What narrows the audit log down: whose acts, about what, and when.
import { Grid } from '@chakra-ui/react';
import { Button, Card } from '@/portal/kit/ui/elements';
import { SelectField, TextField } from '@/portal/kit/ui/Field';
import { kinds, type Filters } from './filters';

interface Props {
  filters: Filters;
  /** As it is being typed. */
  by: string;
  /** Names that are known, to choose from. */
  people: readonly string[];
  onBy: (by: string) => void;
  onChange: (change: Partial<Filters>) => void;
  onReset: () => void;
}

const longestName = 100;
const everything = [{ value: '', label: 'All' }, ...kinds];

export function FilterBar({ filters, by, people, onBy, onChange, onReset }: Props) {
  return (
    <Card aria-label="Filters" marginBottom="4" style={{ padding: 'var(--space-4)' }}>
      <Grid
        gridTemplateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          lg: '1.2fr 1.4fr repeat(2, minmax(0, 1fr)) auto',
        }}
        gap="3"
        alignItems="end"
      >
        <TextField
          label="Who"
          type="search"
          placeholder="Username"
          list="audit-log-people"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longestName}
          value={by}
          onChange={onBy}
        />
        <datalist id="audit-log-people">
          {people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <SelectField
          label="What"
          options={everything}
          value={filters.kind}
          onChange={(kind) => {
            onChange({ kind });
          }}
        />
        <TextField
          label="From"
          type="date"
          max={filters.to || undefined}
          value={filters.from}
          onChange={(from) => {
            onChange({ from });
          }}
        />
        <TextField
          label="To"
          type="date"
          min={filters.from || undefined}
          value={filters.to}
          onChange={(to) => {
            onChange({ to });
          }}
        />
        <Button look="quiet" gridColumn={{ base: '1 / -1', lg: 'auto' }} onClick={onReset}>
          Reset Filters
        </Button>
      </Grid>
    </Card>
  );
}
