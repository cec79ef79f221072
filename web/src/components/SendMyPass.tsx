// In place of a second payment: the pass of an address that has paid, mailed to it once more.
import { useEffect, useRef } from 'react';
import { mostMails, usePassRequest } from '@/lib/api/usePassRequest';
import { BusyLabel } from './BusyLabel';
import { Button } from './Button';
import { Reference } from './Reference';
import styles from './SendMyPass.module.css';

export function SendMyPass({ email }: { email: string }) {
  const { isBusy, sent, problem, send } = usePassRequest();
  const outcome = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (!sent) return;
    // The button that was pressed is gone; a person who has moved on stays there.
    if (document.activeElement === document.body) outcome.current?.focus();
  }, [sent]);

  return (
    <div className={styles.offer}>
      {!sent && (
        <>
          <p>
            Lost your pass? We mail it to <strong translate="no">{email}</strong> again.
          </p>
          {/* It keeps the focus while it is busy, for a second try. */}
          <Button
            look="quiet"
            aria-disabled={isBusy}
            onClick={() => {
              send(email);
            }}
          >
            <BusyLabel busy={isBusy && 'Sending...'}>Send me my pass</BusyLabel>
          </Button>
        </>
      )}
      <p ref={outcome} role="status" tabIndex={-1} className={sent && styles.sent}>
        {sent?.message}
      </p>
      {sent && <p>{mostMails}</p>}
      {problem && (
        <div role="alert" key={problem.occurrence} className={styles.problem}>
          <p>{problem.message}</p>
          <Reference id={problem.reference} />
        </div>
      )}
    </div>
  );
}
