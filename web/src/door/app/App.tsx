// The door: signing in, the choice of the list, and scanning.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useToken } from '@/lib/session';
import { claimIn } from '@/lib/tokenClaim';
import type { Desk } from '@/door/kit/checkIn/desk';
import { useSettings } from '@/door/kit/device/settings';
import { ListsPage } from '@/door/features/lists/ListsPage';
import { ScanPage } from '@/door/features/scan/ScanPage';
import { SignInPage } from '@/door/features/sign-in/SignInPage';
import { LeavingSheet } from './LeavingSheet';
import { keepUpToDate } from './update';

/** Who may look people up (`Lookup` of the crate domain, without those who stand at no door). The server asks again. */
const mayLookUp = ['admin', 'counter'];

export function App({ desk }: { desk: Desk }) {
  const token = useToken();
  const { list, lists, unsent, isOnline, isStorageFull } = useSyncExternalStore(desk.subscribe, desk.state);
  const { place } = useSettings();
  const [isChoosing, setChoosing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isPageIdle, setPageIdle] = useState(true);
  const [update, setUpdate] = useState<() => void>();

  // However the session has ended.
  if (isLeaving && !token) setLeaving(false);

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
  const isChoosingList = token !== undefined && !isScanning;
  // What a full phone has not sent is lost with the page.
  const keepsAll = !isStorageFull || unsent === 0;
  const isIdle = (isChoosingList || isPageIdle) && !isLeaving && keepsAll;
  useEffect(() => {
    if (update && isIdle) update();
  }, [update, isIdle]);

  // Never at one press: the button may appear under a thumb that meant another one.
  const signOut = () => {
    setLeaving(true);
    void desk.refresh();
  };

  return (
    <>
      {!token && <SignInPage unsent={unsent} onIdle={setPageIdle} />}
      {isChoosingList && (
        <ListsPage
          current={list}
          lists={lists}
          read={desk.readLists}
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
          onIdle={setPageIdle}
          changeList={() => {
            setChoosing(true);
          }}
          signOut={signOut}
        />
      )}
      {isLeaving && (
        <LeavingSheet
          isOnline={isOnline}
          unsent={unsent}
          close={() => {
            setLeaving(false);
          }}
          left={() => {
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
