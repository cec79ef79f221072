// How the line to pay stands, with the way to where it is steered: loudly while people wait in it or it is held.
import { Box } from '@chakra-ui/react';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { roleIn } from '@/portal/kit/session/username';
import { Notice, TextLink } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';

const request = {};
const refreshMs = 30_000;

export function LineNotice() {
  const may = maySee(roleIn(useToken() ?? ''), portalPaths.event);
  const { data: line } = useAnswer('/api/payments/line', may ? request : undefined, {
    refreshInterval: refreshMs,
  });
  if (!line) return null;
  if (line.waiting === 0 && !line.hold) {
    return (
      <Box asChild fontSize="s" color="ink-soft">
        <p>
          <TextLink to={portalPaths.event}>The line</TextLink>
          <span>{`: nobody waits · room for ${count(line.per_minute)} a minute`}</span>
        </p>
      </Box>
    );
  }
  const waiting =
    line.waiting === 1
      ? 'One person waits in line to pay.'
      : `About ${count(line.waiting)} people wait in line to pay.`;
  return (
    <Notice tone="warning">
      {line.hold && <strong>{`The line is held until ${dateTime(line.hold.until)}. `}</strong>}
      {line.waiting > 0 && <span>{`${waiting} `}</span>}
      <TextLink to={portalPaths.event}>See the line</TextLink>
    </Notice>
  );
}
