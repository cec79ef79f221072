// The door: signing in, the choice of the list, and scanning.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/Button';
import { call } from '@/lib/api/client';
import { session, useToken } from '@/lib/session';
import { claimIn } from '@/lib/tokenClaim';
import type { Desk } from '@/door/kit/checkIn/desk';
import { useSettings } from '@/door/kit/device/settings';
import { plural } from '@/door/kit/ui/plural';
import { Sheet } from '@/door/kit/ui/Sheet';
import { ListsPage } from '@/door/features/lists/ListsPage';
import { ScanPage } from '@/door/features/scan/ScanPage';
import { SignInPage } from '@/door/features/sign-in/SignInPage';
import { keepUpToDate } from './update';
import styles from './App.module.css';

/** Who may look people up (`Lookup` of the crate domain, without those who stand at no door). The server asks again. */
const mayLookUp = ['admin', 'counter'];

export function App({ desk }: { desk: Desk }) {
  const token = useToken();
  const { list, unsent, isOnline } = useSyncExternalStore(desk.subscribe, desk.state);
  const { place } = useSettings();
  const [isChoosing, setChoosing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isScanIdle, setScanIdle] = useState(true);
  const [update, setUpdate] = useState<() => void>();

  useEffect(() => {
    if (token) void desk.start();
    else void desk.forget();
  }, [token, desk]);
  useEffect(() => {
    void keepUpToDate((apply) => {
      setUpdate(() => apply);
    });
  }, []);

  const isScanning = token !== undefined && list !== undefined && place !== '' && !isChoosing;
  const isIdle = (!isScanning || isScanIdle) && !isLeaving;
  useEffect(() => {
    if (update && isIdle) update();
  }, [update, isIdle]);

  const leave = useCallback(() => {
    setLeaving(false);
    setChoosing(false);
    call('post', '/api/admin/logout', {}).catch(() => undefined);
    session.end('left');
  }, []);
  // Never at one press: the button may appear under a thumb that meant another one.
  const signOut = () => {
    setLeaving(true);
    if (isOnline) void desk.refresh();
  };

  return (
    <>
      {!token && <SignInPage unsent={unsent} />}
      {token && !isScanning && (
        <ListsPage
          current={list}
          choose={(chosen) => {
            desk.choose(chosen);
            setChoosing(false);
          }}
          signOut={signOut}
        />
      )}
      {isScanning && (
        <ScanPage
          desk={desk}
          username={claimIn(token, 'username')}
          maySearch={mayLookUp.includes(claimIn(token, 'role'))}
          onIdle={setScanIdle}
          changeList={() => {
            setChoosing(true);
          }}
          signOut={signOut}
        />
      )}
      {isLeaving && (
        <Sheet
          title="Sign out now?"
          close={() => {
            setLeaving(false);
          }}
        >
          <div className={styles.leaving}>
            <p>The roster of this phone is deleted, and somebody has to sign in before it is a door again.</p>
            {!isOnline && (
              <p>
                There is no network: until it is back nobody can sign in here, and this phone checks nobody
                in.
              </p>
            )}
            {unsent > 0 && (
              <p>
                <span>{`Not sent yet: ${plural(unsent, 'entry', 'entries')}.`}</span> What is not sent stays
                on this phone, and is sent when somebody signs in here again.
              </p>
            )}
            <Button look="quiet" onClick={leave}>
              <span>{isOnline && unsent === 0 ? 'Sign out now' : 'Sign out all the same'}</span>
            </Button>
            <Button
              onClick={() => {
                setLeaving(false);
              }}
            >
              Stay signed in
            </Button>
          </div>
        </Sheet>
      )}
    </>
  );
}
