// What an entry of the log changed, field by field: what was, an arrow, what is.
import { Box, chakra } from '@chakra-ui/react';
import { changesBetween, type FieldChange } from './changes';

/** So many are shown at once; more are folded away behind their names. */
const mostAtOnce = 2;

export function Change({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <span>—</span>;
  if (changes.length <= mostAtOnce) return <Fields changes={changes} />;
  return (
    <details>
      <Summary>
        <span>{`${String(changes.length)} fields`}</span>
        <span className="visually-hidden"> changed</span>:{' '}
        <Box asChild color="ink-soft">
          <span>{changes.map(({ field }) => field).join(', ')}</span>
        </Box>
      </Summary>
      <Fields changes={changes} />
    </details>
  );
}

function Fields({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <List>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <Box asChild color="ink-soft">
            <span>{`${field}: `}</span>
          </Box>
          {from !== undefined && <Was>{from}</Was>}
          {from !== undefined && to !== undefined && <span aria-hidden="true"> → </span>}
          {to !== undefined && <Is>{to}</Is>}
          {from === undefined && to === undefined && <span>—</span>}
        </li>
      ))}
    </List>
  );
}

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    padding: '0',
    margin: '0',
    display: 'grid',
    gap: '1',
    paddingBlock: '1',
    '& li': { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  },
});

const Summary = chakra('summary', {
  base: { cursor: 'pointer', paddingBlock: '1', overflowWrap: 'anywhere' },
});

const Was = chakra('del', { base: { color: 'ink-soft', textDecorationColor: 'line-strong' } });
const Is = chakra('ins', { base: { textDecoration: 'none', fontWeight: '600' } });
