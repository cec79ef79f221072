// Registrations and how many of them are paid, as bars for the eye and as a table for everybody.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { rupees } from '@/lib/format';
import { Button, Card } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';

export interface Bar {
  key: string;
  name: string;
  registrations: number;
  paid: number;
  revenue: number;
}

interface Props {
  title: string;
  /** What the bars are about. */
  firstColumn: string;
  bars: readonly Bar[];
}

/** As many as stand side by side without scrolling. */
const atFirst = 5;

export function BarChart({ title, firstColumn, bars }: Props) {
  const [isTable, setTable] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? bars : bars.slice(0, atFirst);
  const heading = useId();
  return (
    <Card aria-labelledby={heading} minWidth="0">
      <Flex wrap="wrap" justify="space-between" align="baseline" columnGap="3" marginBottom="3">
        <Box asChild fontSize="l">
          <h2 id={heading}>{title}</h2>
        </Box>
        {bars.length > 0 && (
          <Button
            look="plain"
            size="small"
            flex="none"
            paddingInline="0"
            aria-pressed={isTable}
            aria-label={`${title} as a table`}
            onClick={() => {
              setTable(!isTable);
            }}
          >
            {isTable ? 'Show bars' : 'Show table'}
          </Button>
        )}
      </Flex>
      {bars.length === 0 && <p>No registrations yet</p>}
      {bars.length > 0 &&
        (isTable ? <Table firstColumn={firstColumn} bars={shown} /> : <Bars bars={shown} />)}
      {bars.length > atFirst && (
        <Flex justify="space-between" align="center" gap="3" marginTop="3" fontSize="s" color="ink-soft">
          <span>{isWhole ? `All ${count(bars.length)}` : `${count(atFirst)} of ${count(bars.length)}`}</span>
          <Button
            look="plain"
            size="small"
            paddingInline="0"
            aria-label={isWhole ? `Show fewer of ${title}` : `Show all of ${title}`}
            onClick={() => {
              setWhole(!isWhole);
            }}
          >
            {isWhole ? 'Show fewer' : 'Show all'}
          </Button>
        </Flex>
      )}
    </Card>
  );
}

const List = chakra('ul', { base: { display: 'grid', gap: '3' } });
const Drawing = chakra('svg', {
  base: {
    width: 'full',
    height: '0.75rem',
    marginTop: '1',
    '& [data-part=all]': { fill: 'var(--line)' },
    '& [data-part=paid]': { fill: 'var(--primary)' },
  },
});

function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ registrations, paid }) => Math.max(registrations, paid)));
  const share = (number: number) => `${String((100 * number) / most)}%`;
  return (
    <List>
      {bars.map(({ key, name, registrations, paid }) => (
        <Box asChild key={key} fontSize="s">
          <li>
            <Flex wrap="wrap" justify="space-between" columnGap="3">
              <Box asChild overflowWrap="anywhere">
                <span>{name}</span>
              </Box>
              <Box asChild flex="0 1 auto" color="ink-soft">
                <span>{`${count(registrations)} registered, ${count(paid)} paid`}</span>
              </Box>
            </Flex>
            <Drawing aria-hidden="true" preserveAspectRatio="none">
              <rect data-part="all" width={share(registrations)} height="100%" rx="3" />
              <rect data-part="paid" width={share(paid)} height="100%" rx="3" />
            </Drawing>
          </li>
        </Box>
      ))}
    </List>
  );
}

const Numbers = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: 's',
    '& th, & td': {
      paddingBlock: '2',
      // A third of a laptop's width holds it.
      paddingInline: { base: '1', '2xl': '2' },
      borderBottom: '1px solid',
      borderColor: 'line',
      textAlign: 'end',
    },
    '& th:first-of-type': { textAlign: 'start', paddingInlineStart: '0' },
    '& td': { whiteSpace: 'nowrap' },
  },
});

function Table({ firstColumn, bars }: Omit<Props, 'title'>) {
  return (
    <Box overflowX="auto" tabIndex={0} role="group" aria-label="Table">
      <Numbers>
        <thead>
          <tr>
            <th scope="col">{firstColumn}</th>
            <th scope="col">Registered</th>
            <th scope="col">Paid</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, name, registrations, paid, revenue }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{count(registrations)}</td>
              <td>{count(paid)}</td>
              <td>{rupees(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </Numbers>
    </Box>
  );
}
