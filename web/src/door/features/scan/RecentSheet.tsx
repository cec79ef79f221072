// The last twenty scans: those of this page with their verdicts and names, and before them whom this phone has let in. For an
// hour each of those can be taken back.
import type { DeskState } from '@/door/kit/checkIn/deskState';
import { isUndoable } from '@/door/kit/checkIn/scans';
import { Sheet } from '@/door/kit/ui/Sheet';
import { isThrough, timeOf, wayOf, type Result, type Way } from '@/door/kit/verdict/verdict';
import { headline } from '@/door/kit/verdict/words';
import { grouped } from '@/lib/grouped';
import type { Shown } from './turns';
import styles from './sheets.module.css';

const most = 20;

interface Props {
  history: readonly Shown[];
  recent: DeskState['recent'];
  /** By the server's clock. */
  now: number;
  close: () => void;
  undo: (scan: { nonce: string; who: string; way: Way }) => void;
}

export function RecentSheet({ history, recent, now, close, undo }: Props) {
  const scans = rows(history, recent, now);
  return (
    <Sheet title="Last scans" close={close}>
      {scans.length === 0 && <p>Nobody yet.</p>}
      <ul className={styles.found}>
        {scans.map(({ key, who, at, what, undoes, way }) => (
          <li key={key} className={styles.recent}>
            <div>
              <strong translate="no">{who}</strong>
              <p>{`${timeOf(at, now)} · ${what}`}</p>
            </div>
            {undoes !== undefined && (
              <button
                type="button"
                className={styles.small}
                aria-label={`Undo ${who}`}
                onClick={() => {
                  undo({ nonce: undoes, who, way });
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

interface Row {
  key: string | number;
  who: string;
  at: number;
  what: string;
  undoes: string | undefined;
  way: Way;
}

function rows(history: readonly Shown[], recent: DeskState['recent'], now: number): Row[] {
  const due = new Set(recent.filter(isToSend).map(({ nonce }) => nonce));
  const undoable = new Set(recent.filter((scan) => isUndoable(scan, now)).map(({ nonce }) => nonce));
  const told = new Set(history.map(({ verdict }) => verdict.undoes));
  const ofPage = history.map(({ verdict, reading, turn, at }): Row => {
    const { name, result, isLook, undoes } = verdict;
    const isDue = undoes !== undefined && isThrough({ result }) && due.has(undoes);
    const said = isDue ? `${headline[result]} · to send` : headline[result];
    return {
      key: turn,
      who: name ?? (reading ? grouped(reading.passNo) : 'No pass'),
      at,
      what: isLook ? `${said} · looked up` : said,
      undoes: undoes !== undefined && isThrough({ result }) && undoable.has(undoes) ? undoes : undefined,
      way: wayOf(result),
    };
  });
  const before = recent.map((scan): Row & { isTold: boolean } => ({
    key: scan.nonce,
    who: grouped(scan.passNo),
    at: scan.at,
    what: whatOf(scan),
    undoes: undoable.has(scan.nonce) ? scan.nonce : undefined,
    way: wayOf(resultOf(scan)),
    isTold: told.has(scan.nonce),
  }));
  return [...ofPage, ...before.filter(({ isTold }) => !isTold)]
    .sort((one, other) => other.at - one.at)
    .slice(0, most);
}

function whatOf(scan: DeskState['recent'][number]): string {
  const said = headline[resultOf(scan)];
  return isToSend(scan) ? `${said} · to send` : said;
}

const isToSend = ({ state, isUndone }: DeskState['recent'][number]): boolean => state === 'due' && !isUndone;

/** What was said of a scan of before. */
export function resultOf({ isUndone, isExit, isReturn }: DeskState['recent'][number]): Result {
  if (isUndone) return 'undone';
  if (isExit) return 'out';
  return isReturn ? 'back' : 'admitted';
}
