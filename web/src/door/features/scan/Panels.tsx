// The sheet over the camera, of which there is one at a time.
import { countsExits } from '@/door/kit/checkIn/chosenList';
import type { Desk } from '@/door/kit/checkIn/desk';
import type { DeskState } from '@/door/kit/checkIn/deskState';
import type { Reading } from '@/door/kit/pass/reading';
import type { Way } from '@/door/kit/verdict/verdict';
import { MenuSheet } from './MenuSheet';
import { NumberSheet } from './NumberSheet';
import { RecentSheet } from './RecentSheet';
import { ReportsSheet } from './ReportsSheet';
import { SearchSheet } from './SearchSheet';
import { UndoSheet } from './UndoSheet';
import type { Camera } from './useCamera';
import type { Scan } from './useScan';

export type Panel = 'number' | 'search' | 'menu' | 'recent' | 'reports' | Undoing;

/** The scan that is to be taken back, and whose it is. */
interface Undoing {
  nonce: string;
  who: string;
  way: Way;
}

interface Props {
  panel: Panel | undefined;
  desk: Desk;
  state: DeskState;
  scan: Scan;
  /** By the server's clock. */
  now: number;
  username: string;
  camera: Camera;
  open: (panel: Panel) => void;
  close: () => void;
  /** With `isLook` nobody is let in. */
  enter: (reading: Reading, isLook?: boolean) => void;
  lookUp: () => void;
  /** People go out here at this moment. */
  goesOut: boolean;
  changeList: () => void;
  signOut: () => void;
}

export function Panels(props: Props) {
  const { panel, desk, state, scan, now, username, camera, open, close, enter, lookUp } = props;
  const { goesOut, changeList, signOut } = props;
  if (panel === undefined) return null;
  if (typeof panel === 'object') {
    return (
      <UndoSheet
        who={panel.who}
        way={panel.way}
        isCounted={state.list !== undefined && countsExits(state.list)}
        close={close}
        undo={async (reason) => {
          await desk.undo(panel.nonce, reason);
          scan.takenBack(panel.nonce);
        }}
      />
    );
  }
  switch (panel) {
    case 'number':
      return <NumberSheet goesOut={goesOut} close={close} enter={enter} />;
    case 'search':
      return (
        <SearchSheet
          now={now}
          goesOut={goesOut}
          close={close}
          look={(reading) => desk.look(reading)}
          enter={enter}
        />
      );
    case 'recent':
      return <RecentSheet history={scan.history} recent={state.recent} now={now} close={close} undo={open} />;
    case 'reports':
      return (
        <ReportsSheet
          reports={state.reports}
          now={now}
          close={close}
          dealWith={(id) => {
            scan.tell(undefined);
            desk.dealWith(id).catch(() => {
              close();
              scan.tell('This could not be closed. Please try again.');
            });
          }}
        />
      );
    case 'menu':
      return (
        <MenuSheet
          desk={state}
          now={now}
          username={username}
          camera={camera}
          close={close}
          refresh={() => {
            void desk.refresh();
            close();
          }}
          showRecent={() => {
            open('recent');
          }}
          lookUp={lookUp}
          changeList={changeList}
          signOut={signOut}
        />
      );
  }
}
