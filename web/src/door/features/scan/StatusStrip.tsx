// What is said at any time: the list, whether there is a network and since when, how old the roster is, and how many scans
// are not sent yet.
import type { DeskState } from '@/door/kit/checkIn/desk';
import { counted } from '@/door/kit/ui/plural';
import { ago, timeOf } from '@/door/kit/verdict/verdict';
import styles from './StatusStrip.module.css';

interface Props {
  desk: DeskState;
  /** By the server's clock. */
  now: number;
}

export function StatusStrip({ desk: { list, isOnline, since, asOf, unsent }, now }: Props) {
  return (
    <div className={styles.strip}>
      <p className={styles.list}>{list?.label}</p>
      <p className={styles.state} data-offline={isOnline ? undefined : true}>
        <span className={styles.dot} aria-hidden="true" />
        <span>{isOnline ? 'Online' : `Offline since ${timeOf(since, now)}`}</span>
      </p>
      <p className={styles.roster}>{asOf === undefined ? 'No roster yet' : `Roster ${ago(asOf, now)}`}</p>
      <p className={styles.unsent}>{unsent === 0 ? 'All sent' : `${counted(unsent)} to send`}</p>
    </div>
  );
}
