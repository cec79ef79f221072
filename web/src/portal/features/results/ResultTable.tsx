// The draft or what is published: everybody's result, searched by name or number, each of which can be corrected.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { portalPaths } from '@/portal/kit/navigation/paths';
import type { Column } from '@/portal/kit/ui/DataTable';
import { Badge, Button, TextLink } from '@/portal/kit/ui/elements';
import { FindField, isFoundBy } from '@/portal/kit/ui/Finding';
import { FirstRows } from '@/portal/kit/ui/FirstRows';
import { dateTime } from '@/portal/kit/ui/format';
import { Empty } from '@/portal/kit/ui/PageState';
import { figureColumns, inWords } from './figures';
import type { ExamResults } from './state';

type ResultRow = ExamResults['rows'][number];

interface Props {
  results: ExamResults;
  /** None where nothing may be corrected. */
  onCorrect: ((row: ResultRow) => void) | undefined;
}

const [, ...figures] = figureColumns;

export function ResultTable({ results, onCorrect }: Props) {
  const [sought, setSought] = useState('');
  const rows = results.rows.filter(isFoundBy(sought));
  const columns: readonly Column<ResultRow>[] = [
    {
      header: 'Name',
      isTitle: true,
      cell: ({ name, customer_id }) => (
        <TextLink to={portalPaths.customer(customer_id)} translate="no">
          {name ?? 'Gone'}
        </TextLink>
      ),
    },
    ...figures,
    { header: 'To be looked at', isAside: true, cell: (row) => <Remarks row={row} /> },
    ...(onCorrect
      ? [
          {
            header: 'Actions',
            isAction: true,
            cell: (row: ResultRow) => (
              <Button
                look="quiet"
                size="small"
                onClick={() => {
                  onCorrect(row);
                }}
              >
                <span>Correct</span>
                <span className="visually-hidden">{` ${row.name ?? row.pass_no}`}</span>
              </Button>
            ),
          },
        ]
      : []),
  ];
  const changed = results.rows.filter(({ corrections }) => corrections.length > 0);
  return (
    <Flex direction="column" gap="4">
      <FindField sought={sought} onChange={setSought} />
      {rows.length === 0 ? (
        <Empty>Nobody with a result is called so.</Empty>
      ) : (
        <FirstRows title="Results" rows={rows} columns={columns} keyOf={({ customer_id }) => customer_id} />
      )}
      {changed.length > 0 && (
        <FirstRows
          title="Corrections"
          rows={changed.flatMap(({ name, pass_no, corrections }) =>
            corrections.map((correction, place) => ({ name, pass_no, place, ...correction })),
          )}
          columns={correctionColumns}
          keyOf={({ pass_no, place }) => `${pass_no} ${String(place)}`}
        />
      )}
    </Flex>
  );
}

type Correction = ResultRow['corrections'][number] & { name: string | null; pass_no: string; place: number };

const correctionColumns: readonly Column<Correction>[] = [
  { header: 'Name', isTitle: true, cell: ({ name }) => <span translate="no">{name ?? 'Gone'}</span> },
  { header: 'Was', cell: ({ before }) => inWords(before) },
  { header: 'Is', cell: ({ after }) => inWords(after) },
  { header: 'Why', cell: ({ reason }) => reason },
  { header: 'By', isWhole: true, cell: ({ by }) => <span translate="no">{by}</span> },
  { header: 'When', isWhole: true, cell: ({ at }) => dateTime(at) },
];

function Remarks({ row: { has_pass, attended, absent } }: { row: ResultRow }) {
  if (!has_pass) return <Badge colour="red">No valid pass</Badge>;
  if (attended === false && !absent) return <Badge>Not let in at the door</Badge>;
  if (attended === true && absent) return <Badge>Let in at the door</Badge>;
  return <span>—</span>;
}
