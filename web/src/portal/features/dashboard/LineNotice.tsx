// That people wait in the line to pay, or that it is held, with the way to where it is steered.
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
  if (!line || (line.waiting === 0 && !line.hold)) return null;
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
