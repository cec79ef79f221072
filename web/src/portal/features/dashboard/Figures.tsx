// The numbers of the event. Each leads to what it counts.
import { Box, chakra, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from '@/components/Link';
import { rupees } from '@/lib/format';
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Card } from '@/portal/kit/ui/elements';
import { count, today } from '@/portal/kit/ui/format';
import { statusLabel, statuses } from '@/portal/kit/ui/status';

const withStatus = (status: string) => `${portalPaths.customers}?status=${status}`;

export function Figures({ dashboard }: { dashboard: AnswerOf<'/api/admin/dashboard'> }) {
  const { counts, revenue, candidates } = dashboard;
  const till = useAnswer('/api/till', { query: { day: today() } }).data;
  // Of the six columns; the statuses have one each.
  const third = till ? 2 : 3;
  return (
    <Box>
      <Grid
        asChild
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' }}
        gap="3"
      >
        <dl>
          <Figure label="Revenue" to={portalPaths.customers} columns={{ base: 2, md: third }}>
            {rupees(revenue)}
          </Figure>
          {till && (
            <Figure label="Today at the counter" to={portalPaths.till} columns={{ base: 1, md: third }}>
              {rupees(till.paid - till.paid_back)}
            </Figure>
          )}
          <Figure label="Candidates" to={withStatus('all')} columns={{ base: till ? 1 : 2, md: third }}>
            {count(candidates)}
          </Figure>
          {statuses.map((status) => (
            <Figure key={status} label={statusLabel(status)} to={withStatus(status)}>
              {count(counts[status])}
            </Figure>
          ))}
        </dl>
      </Grid>
      <Box asChild marginTop="2" fontSize="s" color="ink-soft">
        <p>Revenue is what was paid, less what was refunded or lost in a dispute.</p>
      </Box>
    </Box>
  );
}

interface Props {
  label: string;
  to: string;
  /** How many it is wide. */
  columns?: { base: number; md: number };
  children: ReactNode;
}

function Figure({ label, to, columns = { base: 1, md: 1 }, children }: Props) {
  return (
    <Tile
      asChild
      gridColumn={{ base: `span ${String(columns.base)}`, md: `span ${String(columns.md)}` }}
      // With large text half a phone is too narrow for an amount.
      css={{ '@media (max-width: 19rem)': { gridColumn: '1 / -1' } }}
    >
      <div>
        <Box asChild fontSize="s" color="ink-soft">
          <dt>{label}</dt>
        </Box>
        <Box asChild fontSize="xl" fontWeight="700" lineHeight="1.3" overflowWrap="anywhere">
          <dd>
            <Whole to={to}>{children}</Whole>
          </dd>
        </Box>
      </div>
    </Tile>
  );
}

const Tile = chakra(Card, {
  base: {
    position: 'relative',
    padding: '4',
    fontVariantNumeric: 'tabular-nums',
    '&:hover': { borderColor: 'primary' },
  },
});

/** The tile, not the number alone, is what is pressed. */
const Whole = chakra(Link, {
  base: {
    color: 'ink',
    textDecoration: 'none',
    '&::after': { content: '""', position: 'absolute', inset: '0', borderRadius: 'm' },
    '&:hover': { color: 'primary' },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: '3px solid var(--primary)', outlineOffset: '2px' },
  },
});
