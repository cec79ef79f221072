// What is said at any time: the list and how many are in, whether there is a network and since when, how old the roster is, and how many scans
// are not sent yet.
import type { DoorList } from '@/door/kit/checkIn/chosenList';
import type { DeskState } from '@/door/kit/checkIn/deskState';
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
      <p className={styles.list}>
        <span className={styles.label}>{list?.label}</span>
        {list && <span className={styles.figures}>{figures(list)}</span>}
      </p>
      <p className={styles.state} data-offline={isOnline ? undefined : true}>
        <span className={styles.dot} aria-hidden="true" />
        <span>{isOnline ? 'Online' : `Offline since ${timeOf(since, now)}`}</span>
      </p>
      <p className={styles.roster}>{asOf === undefined ? 'No roster yet' : `Roster ${ago(asOf, now)}`}</p>
      <p className={styles.unsent}>{unsent === 0 ? 'All sent' : `${counted(unsent)} to send`}</p>
    </div>
  );
}

/** How many are in, of how many; where it is counted, how many of them have not gone out. */
export const figures = ({ admitted, expected, inside }: DoorList): string =>
  typeof inside === 'number'
    ? `${counted(inside)} inside, ${counted(admitted)} came`
    : `${counted(admitted)} of ${counted(expected)} in`;
