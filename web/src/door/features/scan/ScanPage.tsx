// The screen at the door: the camera, the verdict over it, and what a thumb reaches below.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Desk } from '@/door/kit/checkIn/desk';
import { countsExits } from '@/door/kit/checkIn/chosenList';
import { goesOut, useSettings } from '@/door/kit/device/settings';
import { unlockSound } from '@/door/kit/device/signal';
import { useWakeLock } from '@/door/kit/device/useWakeLock';
import { readCode, type Reading } from '@/door/kit/pass/reading';
import { halfRead, malformed, notChosen, wayOf } from '@/door/kit/verdict/verdict';
import { spoken } from '@/door/kit/verdict/words';
import { BottomBar } from './BottomBar';
import { CameraNote } from './CameraNote';
import { HeldCode } from './heldCode';
import { listenForScanner } from './keyboardScanner';
import { Panels, type Panel } from './Panels';
import { StatusStrip } from './StatusStrip';
import { useCamera } from './useCamera';
import { useNow } from './useNow';
import { useScan } from './useScan';
import { VerdictActions } from './VerdictActions';
import { VerdictScreen } from './VerdictScreen';
import styles from './ScanPage.module.css';

interface Props {
  desk: Desk;
  username: string;
  maySearch: boolean;
  /** Nothing is going on that an update of the page would interrupt. */
  onIdle: (isIdle: boolean) => void;
  changeList: () => void;
  signOut: () => void;
}

export function ScanPage({ desk, username, maySearch, onIdle, changeList, signOut }: Props) {
  const state = useSyncExternalStore(desk.subscribe, desk.state);
  const now = useNow(desk);
  const scan = useScan(desk);
  const [panel, setPanel] = useState<Panel>();
  const [isLooking, setLooking] = useState(false);
  const settings = useSettings();
  const isCounted = state.list !== undefined && countsExits(state.list);
  const isExit = isCounted && goesOut(settings, now);
  const [held] = useState(() => new HeldCode());
  const frame = useRef<HTMLDivElement>(null);
  useWakeLock();

  const { last, isShown, check, say, begin, isReady } = scan;
  const isCovered = panel !== undefined;
  const [attach, camera] = useCamera(frame, (text) => {
    if (isCovered || !isReady()) held.see(text);
    else if (held.isNew(text)) check(readCode(text), isLooking);
  });
  useEffect(
    () =>
      listenForScanner({
        begun: begin,
        scanned: (reading) => {
          setPanel(undefined);
          if (reading) held.hold(reading.code);
          check(reading, isLooking);
        },
        halfRead: () => {
          say({ ...malformed, reason: halfRead });
        },
      }),
    [held, check, say, begin, isLooking],
  );
  const isIdle = !isShown && !scan.isChecking && panel === undefined;
  useEffect(() => {
    onIdle(isIdle);
  }, [isIdle, onIdle]);

  const close = useCallback(() => {
    setPanel(undefined);
  }, []);
  const enter = (reading: Reading, isLook = false) => {
    close();
    check(reading, isLook);
  };
  const letIn = async () => {
    if (!last?.reading) return;
    const { verdict, reading } = last;
    const undoes = await desk.letIn(reading, verdict.nonce);
    // They are sent to their own exams no more.
    const here = verdict.reason === notChosen && { notices: [notChosen], exams: [] };
    scan.replace(last, { ...verdict, ...here, result: 'admitted', reason: undefined, undoes });
  };
  const status = <StatusStrip desk={state} now={now} />;

  return (
    // Sound is allowed by the first press, wherever it is.
    <div className={styles.page} onPointerUp={unlockSound}>
      <title>{`${state.list?.label ?? 'Scan'} | Door`}</title>
      <p role="alert" className="visually-hidden">
        {isShown && last && <span key={last.turn}>{spoken(last.verdict, now)}</span>}
      </p>
      <main className={styles.scan} inert={isShown || undefined}>
        <h1 className="visually-hidden">Scan a pass</h1>
        <video
          ref={attach}
          aria-hidden="true"
          className={styles.video}
          muted
          playsInline
          data-on={camera.state === 'on'}
        />
        <div className={styles.top}>{status}</div>
        <div className={styles.middle}>
          {camera.state === 'on' ? (
            <div ref={frame} className={styles.frame} aria-hidden="true" />
          ) : (
            <CameraNote camera={camera} />
          )}
        </div>
        <BottomBar
          desk={desk}
          now={now}
          state={state}
          scan={scan}
          camera={camera}
          maySearch={maySearch}
          isLooking={isLooking}
          stopLooking={() => {
            setLooking(false);
          }}
          open={setPanel}
        />
      </main>
      {isShown && last && (
        <VerdictScreen
          key={last.turn}
          verdict={last.verdict}
          now={now}
          status={status}
          stays={scan.stays}
          waiting={scan.waiting}
          missed={scan.missed}
          goOn={scan.goOn}
          actions={
            <VerdictActions
              verdict={last.verdict}
              goesOut={isExit}
              undo={(nonce) => {
                setPanel({ nonce, who: last.verdict.name ?? 'This person', way: wayOf(last.verdict.result) });
              }}
              letIn={() => {
                letIn().catch(() => {
                  scan.tell('It could not be noted that they were let in. Please scan again.');
                });
              }}
              checkIn={() => {
                if (last.reading) check(last.reading);
              }}
            />
          }
        />
      )}
      <Panels
        panel={panel}
        desk={desk}
        state={state}
        scan={scan}
        now={now}
        username={username}
        camera={camera}
        open={setPanel}
        close={close}
        enter={enter}
        lookUp={() => {
          setLooking(true);
          close();
        }}
        goesOut={isExit}
        changeList={changeList}
        signOut={signOut}
      />
    </div>
  );
}
