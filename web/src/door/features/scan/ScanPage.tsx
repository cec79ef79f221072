// The screen at the door: the camera, the verdict over it, and what a thumb reaches below.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Desk } from '@/door/kit/checkIn/desk';
import { unlockSound } from '@/door/kit/device/signal';
import { useWakeLock } from '@/door/kit/device/useWakeLock';
import { readCode, type Reading } from '@/door/kit/pass/reading';
import { grouped } from '@/lib/grouped';
import { Icon } from '@/door/kit/ui/Icon';
import { plural } from '@/door/kit/ui/plural';
import { headline, spoken } from '@/door/kit/verdict/words';
import { CameraNote } from './CameraNote';
import { Control } from './Control';
import { HeldCode } from './heldCode';
import { listenForScanner } from './keyboardScanner';
import { MenuSheet } from './MenuSheet';
import { NumberSheet } from './NumberSheet';
import { PhoneMessage } from './PhoneMessage';
import { RecentSheet } from './RecentSheet';
import { ReportsSheet } from './ReportsSheet';
import { SearchSheet } from './SearchSheet';
import { StatusStrip } from './StatusStrip';
import { UndoSheet } from './UndoSheet';
import { useCamera } from './useCamera';
import { useNow } from './useNow';
import { stayOf, useScan } from './useScan';
import { VerdictActions } from './VerdictActions';
import { sinceText, VerdictScreen } from './VerdictScreen';
import styles from './ScanPage.module.css';

type Panel = 'number' | 'search' | 'menu' | 'recent' | 'reports' | Undoing;

/** The scan that is to be taken back, and whose it is. */
interface Undoing {
  nonce: string;
  who: string;
}

const storageFull =
  'This phone is full and keeps no scans: they are lost if the page is closed before “All sent”. Delete photos or apps.';

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
  const [held] = useState(() => new HeldCode());
  useWakeLock();

  const { check, isReady } = scan;
  const isCovered = panel !== undefined;
  const [attach, camera] = useCamera((text) => {
    if (!isCovered && isReady() && held.isNew(text, Date.now())) check(readCode(text));
  });
  useEffect(
    () =>
      listenForScanner((text) => {
        setPanel(undefined);
        held.hold(text, Date.now());
        check(readCode(text));
      }),
    [held, check],
  );
  const isIdle = !scan.isShown && !scan.isChecking && panel === undefined;
  useEffect(() => {
    onIdle(isIdle);
  }, [isIdle, onIdle]);

  const close = useCallback(() => {
    setPanel(undefined);
  }, []);
  const enter = (reading: Reading) => {
    close();
    check(reading);
  };
  const letIn = async () => {
    const { last } = scan;
    if (!last?.reading) return;
    const undoes = await desk.letIn(last.reading);
    scan.replace({ ...last.verdict, result: 'admitted', reason: undefined, undoes });
  };
  const { last, isShown } = scan;
  const [newest] = state.recent;
  const problem = scan.problem ?? state.refusal ?? (state.isStorageFull ? storageFull : undefined);
  const status = <StatusStrip desk={state} now={now} />;
  const refreshAndClose = () => {
    void desk.refresh();
    close();
  };

  return (
    // Sound is allowed by the first press, wherever it is.
    <div className={styles.page} onPointerDown={unlockSound}>
      <title>{`${state.list?.label ?? 'Scan'} | Door`}</title>
      <p role="alert" className="visually-hidden">
        {isShown && last && (
          <span key={last.turn}>
            {spoken(last.verdict, last.verdict.since && sinceText(last.verdict.since, now))}
          </span>
        )}
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
            <div className={styles.frame} aria-hidden="true" />
          ) : (
            <CameraNote camera={camera} />
          )}
        </div>
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
          {state.reports.length > 0 && (
            <button
              type="button"
              className={styles.reports}
              onClick={() => {
                setPanel('reports');
              }}
            >
              <Icon name="warning" />
              <span>{`${plural(state.reports.length, 'person', 'people')} to look at`}</span>
            </button>
          )}
          {last && (
            <button
              type="button"
              className={styles.last}
              onClick={() => {
                scan.show(true);
              }}
            >
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
                setPanel('recent');
              }}
            >
              <span>Last: </span>
              <span translate="no">{grouped(newest.passNo)}</span>
              <span>{` · ${headline[newest.isUndone ? 'undone' : 'admitted']}`}</span>
            </button>
          )}
          <div className={styles.controls}>
            {camera.isLit !== undefined && (
              <Control icon="light" label="Light" press={camera.switchLight} isPressed={camera.isLit} />
            )}
            <Control
              icon="number"
              label="Number"
              press={() => {
                setPanel('number');
              }}
            />
            {maySearch && (
              <Control
                icon="search"
                label="Search"
                press={() => {
                  setPanel('search');
                }}
              />
            )}
            <Control
              icon="menu"
              label="More"
              press={() => {
                setPanel('menu');
              }}
            />
          </div>
        </div>
      </main>
      {isShown && last && (
        <VerdictScreen
          key={last.turn}
          verdict={last.verdict}
          now={now}
          status={status}
          stays={stayOf(last.verdict)}
          goOn={() => {
            scan.show(false);
          }}
          actions={
            <VerdictActions
              verdict={last.verdict}
              undo={(nonce) => {
                setPanel({ nonce, who: last.verdict.name ?? 'This person' });
              }}
              letIn={() => {
                letIn().catch(() => {
                  scan.tell('It could not be noted that they were let in. Please scan again.');
                });
              }}
            />
          }
        />
      )}
      {panel === 'number' && <NumberSheet close={close} enter={enter} />}
      {panel === 'search' && <SearchSheet close={close} enter={enter} />}
      {panel === 'menu' && (
        <MenuSheet
          desk={state}
          now={now}
          username={username}
          camera={camera}
          close={close}
          refresh={refreshAndClose}
          showRecent={() => {
            setPanel('recent');
          }}
          changeList={changeList}
          signOut={signOut}
        />
      )}
      {panel === 'reports' && (
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
      )}
      {panel === 'recent' && (
        <RecentSheet
          recent={state.recent}
          now={now}
          close={close}
          undo={(nonce, who) => {
            setPanel({ nonce, who });
          }}
        />
      )}
      {typeof panel === 'object' && (
        <UndoSheet
          who={panel.who}
          close={close}
          undo={async (reason) => {
            await desk.undo(panel.nonce, reason);
            scan.takenBack(panel.nonce);
          }}
        />
      )}
    </div>
  );
}
