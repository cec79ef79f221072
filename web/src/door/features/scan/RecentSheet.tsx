// The last people whom this phone has let in, also before the page was loaded again. For an hour each can be taken back.
import type { DeskState } from '@/door/kit/checkIn/desk';
import { isUndoable } from '@/door/kit/checkIn/intentions';
import { Sheet } from '@/door/kit/ui/Sheet';
import { timeOf } from '@/door/kit/verdict/verdict';
import { grouped } from '@/lib/grouped';
import styles from './sheets.module.css';

interface Props {
  recent: DeskState['recent'];
  /** By the server's clock. */
  now: number;
  close: () => void;
  undo: (nonce: string, who: string) => void;
}

export function RecentSheet({ recent, now, close, undo }: Props) {
  return (
    <Sheet title="Last let in here" close={close}>
      {recent.length === 0 && <p>Nobody yet.</p>}
      <ul className={styles.found}>
        {recent.map((scan) => (
          <li key={scan.nonce} className={styles.recent}>
            <div>
              <strong translate="no">{grouped(scan.passNo)}</strong>
              <p>{`${timeOf(scan.at, now)}${whatOf(scan)}`}</p>
            </div>
            {isUndoable(scan, now) && (
              <button
                type="button"
                className={styles.small}
                aria-label={`Undo ${grouped(scan.passNo)}`}
                onClick={() => {
                  undo(scan.nonce, grouped(scan.passNo));
                }}
              >
                Undo
              </button>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function whatOf({ isUndone, state }: DeskState['recent'][number]): string {
  if (isUndone) return ' · taken back';
  return state === 'due' ? ' · to send' : '';
}
