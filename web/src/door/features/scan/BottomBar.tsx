// What a thumb reaches below the camera's picture, and what it should know.
import { countsExits } from '@/door/kit/checkIn/chosenList';
import type { Desk } from '@/door/kit/checkIn/desk';
import type { DeskState } from '@/door/kit/checkIn/deskState';
import { Icon } from '@/door/kit/ui/Icon';
import { plural } from '@/door/kit/ui/plural';
import { headline } from '@/door/kit/verdict/words';
import { grouped } from '@/lib/grouped';
import { Control } from './Control';
import { DirectionSwitch } from './DirectionSwitch';
import type { Panel } from './Panels';
import { PhoneMessage } from './PhoneMessage';
import { resultOf } from './RecentSheet';
import type { Camera } from './useCamera';
import type { Scan } from './useScan';
import styles from './ScanPage.module.css';

const replaced =
  'A newer release of the door is open on this phone, and this page keeps nothing any more. Load it again.';
const replacedWithUnsent =
  'A newer release of the door is open on this phone, and this page keeps nothing any more. Load it again as soon as it says “All sent”: what is not sent by then is lost.';

const storageFull =
  'This phone is full and keeps no scans: they are lost if the page is closed before “All sent”. Delete photos or apps.';

interface Props {
  desk: Desk;
  /** By the server's clock. */
  now: number;
  state: DeskState;
  scan: Scan;
  camera: Camera;
  maySearch: boolean;
  isLooking: boolean;
  stopLooking: () => void;
  open: (panel: Panel) => void;
}

export function BottomBar(props: Props) {
  const { desk, now, state, scan, camera, maySearch, isLooking, stopLooking, open } = props;
  const { last } = scan;
  const [newest] = state.recent;
  const isFull = state.isStorageFull && !state.isReplaced;
  const problem = scan.problem ?? state.refusal ?? (isFull ? storageFull : undefined);
  return (
    <div className={styles.bottom}>
      {scan.isChecking && (
        <p role="status" className={styles.pill}>
          Checking...
        </p>
      )}
      <PhoneMessage desk={desk} now={now} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {state.isReplaced && (
        <div role="alert" className={styles.looking}>
          <p>
            <span>{state.unsent > 0 ? replacedWithUnsent : replaced}</span>
          </p>
          <button
            type="button"
            onClick={() => {
              location.reload();
            }}
          >
            Load again
          </button>
        </div>
      )}
      {isLooking && (
        <div role="status" className={styles.looking}>
          <p>Only looking: nobody is let in.</p>
          <button type="button" onClick={stopLooking}>
            Stop looking
          </button>
        </div>
      )}
      {state.reports.length > 0 && (
        <button
          type="button"
          className={styles.reports}
          onClick={() => {
            open('reports');
          }}
        >
          <Icon name="warning" />
          <span>{`${plural(state.reports.length, 'person', 'people')} to look at`}</span>
        </button>
      )}
      {last && (
        <button type="button" className={styles.last} onClick={scan.showLast}>
          <span>Last: </span>
          <span translate="no">
            {last.verdict.name ?? (last.reading ? grouped(last.reading.passNo) : 'no pass')}
          </span>
          <span>{` · ${headline[last.verdict.result]}`}</span>
        </button>
      )}
      {!last && newest && (
        <button
          type="button"
          className={styles.last}
          onClick={() => {
            open('recent');
          }}
        >
          <span>Last: </span>
          <span translate="no">{grouped(newest.passNo)}</span>
          <span>{` · ${headline[resultOf(newest)]}`}</span>
        </button>
      )}
      {state.list && countsExits(state.list) && <DirectionSwitch now={now} />}
      <div className={styles.controls}>
        {camera.isLit !== undefined && (
          <Control icon="light" label="Light" press={camera.switchLight} isPressed={camera.isLit} />
        )}
        <Control
          icon="number"
          label="Number"
          press={() => {
            open('number');
          }}
        />
        {maySearch && (
          <Control
            icon="search"
            label="Search"
            press={() => {
              open('search');
            }}
          />
        )}
        <Control
          icon="menu"
          label="More"
          press={() => {
            open('menu');
          }}
        />
      </div>
    </div>
  );
}
