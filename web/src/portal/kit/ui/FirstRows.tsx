// A part of a screen with rows of one kind: the first of them, and the rest when it is asked for.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { DataTable, type Column } from './DataTable';
import { Button } from './elements';
import { count } from './format';

/** As many as are looked at before somebody asks for the rest. */
const first = 50;

interface Props<Row> {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
}

export function FirstRows<Row>({ title, rows, columns, keyOf }: Props<Row>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, first);
  return (
    <Flex asChild direction="column" gap="3">
      <section aria-label={title}>
        <Box asChild fontSize="m" fontWeight="600">
          <h2>{`${title} (${count(rows.length)})`}</h2>
        </Box>
        <DataTable label={title} rows={shown} columns={columns} keyOf={keyOf} />
        {shown.length < rows.length && (
          <Box>
            <Button
              look="quiet"
              onClick={() => {
                setWhole(true);
              }}
            >
              {`Show all ${count(rows.length)}`}
            </Button>
          </Box>
        )}
      </section>
    </Flex>
  );
}
