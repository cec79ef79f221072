// Lets one remove a pass from this device that does not come any more: its event was closed, and its order deleted. It is not
// removed without being asked for: while a backup is restored, the server knows no order for a time.
import { useEffect, useRef, useState } from 'react';
import { keptPasses } from '@/lib/keptPasses';
import { useSessionStore } from '@/lib/sessionStore';
import { removePass } from './removePass';
import styles from './KeptHere.module.css';

export function StillKept({ orderId }: { orderId: string }) {
  const isKept = useSessionStore(keptPasses).some((kept) => kept.orderId === orderId);
  const [isRemoved, setRemoved] = useState<boolean>();
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that was pressed goes, and must not take the focus with it.
    if (isRemoved) outcome.current?.focus();
  }, [isRemoved]);

  if (isRemoved) {
    return (
      <p key="removed" ref={outcome} role="status" tabIndex={-1}>
        This device no longer keeps the pass.
      </p>
    );
  }
  if (!isKept) return null;
  return (
    <p key="kept">
      <span role={isRemoved === false ? 'alert' : undefined}>
        {isRemoved === false
          ? 'This device could not remove the pass. Please try again.'
          : 'This device still keeps the pass.'}
      </span>{' '}
      <button
        type="button"
        className={styles.remove}
        onClick={() => void removePass(orderId).then(setRemoved)}
      >
        Remove the pass from it
      </button>
    </p>
  );
}
