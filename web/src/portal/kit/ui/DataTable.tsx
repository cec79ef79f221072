// Rows of one kind: a table where there is room, and a list of cards on a phone, with the same columns.
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { belowItsName, Card } from './elements';
import { useMediaQuery } from './useMediaQuery';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Below the title of the card instead, which has room for what the table shortens. */
  inCard?: (row: Row) => ReactNode;
  /** Heads the card; the others are listed below it. */
  isTitle?: boolean;
  /** In the card beside what heads it, without the word in front. */
  isAside?: boolean;
  /** Buttons and links: at the end of the card, without the word in front. */
  isAction?: boolean;
  align?: 'start' | 'end';
  /** Its words stay whole in the table, however narrow the column gets: names, numbers and times. */
  isWhole?: boolean;
  /** In the table, for long words that may be broken but not into crumbs. */
  minWidth?: string;
}

interface Props<Row> {
  /** What the table lists, for those who cannot see it. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Newer rows are on the way; these stay in sight and are dimmed. */
  isStale?: boolean;
}

export function DataTable<Row>(props: Props<Row>) {
  // The sidebar has taken its part by then.
  const isNarrow = useMediaQuery('(max-width: 74.99rem)');
  return (
    <Box opacity={props.isStale ? '0.55' : '1'} aria-busy={props.isStale}>
      {isNarrow ? <Cards {...props} /> : <Rows {...props} />}
    </Box>
  );
}

const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    background: 'surface',
    fontSize: 's',
    lineHeight: '1.35',
    '--long-text-width': '6.5rem',
    '@media (min-width: 90rem)': { '--long-text-width': '12rem' },
    '& th, & td': {
      paddingInline: '0.375rem',
      '@media (min-width: 90rem)': { paddingInline: '2' },
      paddingBlock: '0.375rem',
      height: '3rem',
      borderBottom: '1px solid',
      borderColor: 'line',
      textAlign: 'start',
      verticalAlign: 'middle',
      overflowWrap: 'anywhere',
    },
    '& th': { height: '2.25rem', color: 'ink-soft', fontWeight: '500', overflowWrap: 'normal' },
    '& tbody tr:hover': { background: 'row-hover' },
    '& tbody tr:last-of-type td': { borderBottom: '0' },
    '& td:first-of-type, & th:first-of-type': { paddingInlineStart: '3' },
    '& td:last-of-type, & th:last-of-type': { paddingInlineEnd: '3' },
    '& [data-align=end]': { textAlign: 'end' },
    '& [data-title]': { fontWeight: '650' },
    '& [data-whole]': { overflowWrap: 'normal' },
  },
});

function Rows<Row>({ label, rows, columns, keyOf }: Props<Row>) {
  return (
    <Box
      data-table
      overflowX="auto"
      background="surface"
      border="1px solid"
      borderColor="line"
      borderRadius="m"
    >
      <Table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, align, minWidth }) => (
              <th key={header} scope="col" data-align={align} style={{ minWidth }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ header, cell, align, isTitle, isWhole, isAction }) => (
                <td
                  key={header}
                  data-align={align}
                  data-title={isTitle}
                  data-whole={isWhole || isAction || undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}

const Pairs = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(6rem, max-content) minmax(0, 1fr)',
    // With large text neither column takes the other's room.
    '@media (max-width: 20rem)': { gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)' },
    columnGap: '3',
    rowGap: '1',
    fontSize: 's',
    '& dt': { color: 'ink-soft' },
    '& dd': { overflowWrap: 'anywhere' },
    ...belowItsName,
  },
});

function Cards<Row>({ label, rows, columns, keyOf }: Props<Row>) {
  const titles = columns.filter(({ isTitle }) => isTitle);
  const actions = columns.filter(({ isAction }) => isAction);
  const asides = columns.filter(({ isAside }) => isAside);
  const others = columns.filter(({ isTitle, isAside, isAction }) => !isTitle && !isAside && !isAction);
  return (
    <Grid asChild gridTemplateColumns="repeat(auto-fill, minmax(min(20rem, 100%), 1fr))" gap="3">
      <ul aria-label={label}>
        {rows.map((row) => (
          <Card asChild key={keyOf(row)}>
            <li>
              <Flex wrap="wrap" justify="space-between" align="flex-start" gap="3" marginBottom="2">
                <Box minWidth="0" fontWeight="700" overflowWrap="anywhere">
                  {titles.map(({ header, cell }) => (
                    <div key={header}>{cell(row)}</div>
                  ))}
                </Box>
                {asides.map(({ header, cell }) => (
                  <Box key={header} flex="none">
                    {cell(row)}
                  </Box>
                ))}
              </Flex>
              <Pairs>
                {others.map(({ header, cell, inCard = cell }) => (
                  <Box key={header} display="contents">
                    <dt>{header}</dt>
                    <dd>{inCard(row)}</dd>
                  </Box>
                ))}
              </Pairs>
              {actions.length > 0 && (
                <Flex gap="2" wrap="wrap" marginTop="3">
                  {actions.map(({ header, cell }) => (
                    <Box key={header}>{cell(row)}</Box>
                  ))}
                </Flex>
              )}
            </li>
          </Card>
        ))}
      </ul>
    </Grid>
  );
}
