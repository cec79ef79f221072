// What came out when scans of an outage reached the server: people who were let in twice, or should not have been, and what it does
// not take.
import { useState } from 'react';
import { Button } from '@/components/Button';
import type { DeskState } from '@/door/kit/checkIn/deskState';
import { grouped } from '@/lib/grouped';
import { Sheet } from '@/door/kit/ui/Sheet';
import { useStill } from '@/door/kit/ui/useStill';
import { timeOf } from '@/door/kit/verdict/verdict';
import { whyRefused } from '@/door/kit/verdict/words';
import { DeletionSheet } from './DeletionSheet';
import styles from './sheets.module.css';

interface Props {
  reports: DeskState['reports'];
  /** By the server's clock. */
  now: number;
  close: () => void;
  dealWith: (id: string) => void;
}

export function ReportsSheet({ reports, now, close, dealWith }: Props) {
  const [deleting, setDeleting] = useState<string>();
  // The others move up where one goes: a second press of the same thumb would be for another one.
  const isStill = useStill(`${deleting ?? ''} ${JSON.stringify(reports)}`);
  const placed = ({ at, device }: Report['places'][number]) => `${timeOf(Date.parse(at), now)} at ${device}`;
  // It may have been sent meanwhile.
  const asked = reports.find(({ id, kind }) => id === deleting && isUnsent(kind));
  if (asked) {
    const { id } = asked;
    const back = () => {
      setDeleting(undefined);
    };
    return (
      <DeletionSheet
        key={id}
        id={id}
        who={whoOf(asked)}
        place={asked.places.map(placed).join(', ')}
        close={back}
        remove={() => {
          back();
          dealWith(id);
        }}
      />
    );
  }
  return (
    <Sheet title="Look at these" close={close}>
      {reports.length === 0 && <p>Nothing is left.</p>}
      <ul className={styles.found}>
        {reports.map((report) => {
          const { id, kind, places, reason } = report;
          const who = whoOf(report);
          return (
            <li key={id} className={styles.report}>
              <strong translate={who ? 'no' : undefined}>{who ?? 'A pass of this phone'}</strong>
              <p>{whatHappened(kind, reason, places.length > 0)}</p>
              {places.map((place) => (
                <p key={`${place.at} ${place.device}`}>{placed(place)}</p>
              ))}
              <p>{whatToDo[kind]}</p>
              <Button
                look="quiet"
                disabled={!isStill}
                onClick={() => {
                  if (isUnsent(kind)) setDeleting(id);
                  else dealWith(id);
                }}
              >
                <span>{isUnsent(kind) ? 'Delete it here' : 'Done'}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

type Report = Props['reports'][number];
type Kind = Report['kind'];

const isUnsent = (kind: Kind): boolean => kind === 'unsent scan' || kind === 'unsent undo';

/** Undefined where this phone knows neither. */
const whoOf = ({ name, passNo }: Report): string | undefined =>
  name ?? (passNo ? grouped(passNo) : undefined);

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
