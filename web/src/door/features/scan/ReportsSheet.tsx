// What came out when scans of an outage reached the server: people who were let in twice, or should not have been.
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
            <p>{kind === 'double' ? 'Let in twice while there was no network.' : whyRefused(reason)}</p>
            {places.map(({ at, device }) => (
              <p key={`${at} ${device}`}>{`${timeOf(Date.parse(at), now)} at ${device}`}</p>
            ))}
            <p>
              {kind === 'double'
                ? 'Perhaps one person came back, perhaps two came with one pass. Look at an ID if you can.'
                : 'They were let in here. Tell the counter.'}
            </p>
            <Button
              look="quiet"
              onClick={() => {
                dealWith(id);
              }}
            >
              Done
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
