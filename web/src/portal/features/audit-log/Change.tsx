// What an entry of the log changed, field by field.
import { Box } from '@chakra-ui/react';
import { changesBetween } from './changes';

export function Change({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return '—';
  return (
    <details>
      <summary>
        {changes.length === 1 ? '1 field' : `${String(changes.length)} fields`}
        <span className="visually-hidden"> changed</span>
      </summary>
      <ul>
        {changes.map(({ field, from, to }) => (
          <li key={field}>
            <Box asChild fontWeight="600">
              <span>{field}: </span>
            </Box>
            {from !== undefined && <del>{from}</del>} {to !== undefined && <ins>{to}</ins>}
          </li>
        ))}
      </ul>
    </details>
  );
}
