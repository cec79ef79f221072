// Signing out. Only the server can end a session, and only with it can somebody sign in again: without a network the phone
// stays a door.
import { useState } from 'react';
import { Button } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { call } from '@/lib/api/client';
import { session } from '@/lib/session';
import { useProblem } from '@/lib/useProblem';
import { isOutage } from '@/door/kit/checkIn/connection';
import { plural } from '@/door/kit/ui/plural';
import { Sheet } from '@/door/kit/ui/Sheet';
import styles from './App.module.css';

interface Props {
  isOnline: boolean;
  unsent: number;
  close: () => void;
  left: () => void;
}

export function LeavingSheet({ isOnline, unsent, close, left }: Props) {
  const [isBusy, setBusy] = useState(false);
  const { problem, fail } = useProblem<{ text: string }>();
  const leave = () => {
    setBusy(true);
    call('post', '/api/admin/logout', {}).then(
      () => {
        session.end('left');
        left();
      },
      (error: unknown) => {
        setBusy(false);
        // One that has ended takes the whole page with it.
        fail({
          text: isOutage(error)
            ? 'The server could not be reached: this phone is still signed in.'
            : (error as Error).message || 'Signing out did not work. Please try again.',
        });
      },
    );
  };
  return (
    <Sheet title={isOnline ? 'Sign out now?' : 'Not without a network'} close={close}>
      <div className={styles.leaving}>
        {problem && <ErrorBanner occurrence={problem.occurrence}>{problem.text}</ErrorBanner>}
        {isOnline ? (
          <p>The roster of this phone is deleted, and somebody has to sign in before it is a door again.</p>
        ) : (
          <p>
            Until the network is back nobody could sign in here again, and this phone would check nobody in.
            Sign out then.
          </p>
        )}
        {isOnline && unsent > 0 && (
          <p>
            <span>{`Not sent yet: ${plural(unsent, 'entry', 'entries')}.`}</span> What is not sent stays on
            this phone, which tries again when somebody signs in here.
          </p>
        )}
        {isOnline && (
          <Button look="quiet" disabled={isBusy} onClick={leave}>
            <span>{unsent === 0 ? 'Sign out now' : 'Sign out all the same'}</span>
          </Button>
        )}
        <Button onClick={close}>Stay signed in</Button>
      </div>
    </Sheet>
  );
}
