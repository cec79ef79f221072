// What came out when scans of an outage reached the server: people who were let in twice, or should not have been, and what it does
// not take.
import { Button } from '@/components/Button';
import type { DeskState } from '@/door/kit/checkIn/desk';
import { grouped } from '@/lib/grouped';
import { Sheet } from '@/door/kit/ui/Sheet';
import { timeOf } from '@/door/kit/verdict/verdict';
import { whyRefused } from '@/door/kit/verdict/words';
import styles from './sheets.module.css';

interface Props {
  reports: DeskState['reports'];
  /** By the server's clock. */
  now: number;
  close: () => void;
  dealWith: (id: string) => void;
}

export function ReportsSheet({ reports, now, close, dealWith }: Props) {
  return (
    <Sheet title="Look at these" close={close}>
      {reports.length === 0 && <p>Nothing is left.</p>}
      <ul className={styles.found}>
        {reports.map(({ id, kind, name, passNo, places, reason }) => (
          <li key={id} className={styles.report}>
            <strong translate={name || passNo ? 'no' : undefined}>
              {name ?? (passNo ? grouped(passNo) : 'A pass of this phone')}
            </strong>
            <p>{whatHappened(kind, reason, places.length > 0)}</p>
            {places.map(({ at, device }) => (
              <p key={`${at} ${device}`}>{`${timeOf(Date.parse(at), now)} at ${device}`}</p>
            ))}
            <p>{whatToDo[kind]}</p>
            <Button
              look="quiet"
              onClick={() => {
                dealWith(id);
              }}
            >
              <span>{kind.startsWith('unsent') ? 'Delete it here' : 'Done'}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

type Kind = Props['reports'][number]['kind'];

const unsent =
  'This phone alone knows it, and goes on trying. Note pass, time and place, and tell the one who leads, before you delete it.';

const whatToDo: Record<Kind, string> = {
  double: 'Perhaps one person came back, perhaps two came with one pass. Look at an ID if you can.',
  refused: 'They were let in here without a right, and the portal lists them. Tell the counter.',
  undo: 'If they are not in, tell the one who leads: the portal can take it back.',
  'unsent scan': unsent,
  'unsent undo': unsent,
};

function whatHappened(kind: Kind, reason: string | undefined, isInElsewhere: boolean): string {
  if (kind === 'double') return 'Let in twice while there was no network.';
  if (kind === 'refused') return whyRefused(reason);
  if (kind === 'unsent scan') return notTaken('They were scanned here', reason);
  if (kind === 'unsent undo') return notTaken('Their scan was taken back here', reason);
  return isInElsewhere
    ? 'The scan of this phone was taken back, and they are still in by another one.'
    : `It could not be taken back. ${reason ?? ''}`;
}

const notTaken = (what: string, reason: string | undefined): string =>
  `${what}, and the server does not take it${reason ? `: ${reason}` : '.'}`;
