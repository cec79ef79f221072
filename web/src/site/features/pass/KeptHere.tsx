// Tells that this device keeps the pass, offers the others that it keeps, and lets one remove this one again.
import { useEffect, useRef, useState } from 'react';
import { Link } from '@/components/Link';
import type { Pass } from '@/lib/api/types';
import { grouped } from '@/lib/grouped';
import { keepPass, keptPasses, type KeptPass } from '@/lib/keptPasses';
import { paths } from '@/lib/paths';
import { useSessionStore } from '@/lib/sessionStore';
import { keepOffline } from './offline';
import { removePass } from './removePass';
import styles from './KeptHere.module.css';

const outcomes = {
  unsure: '',
  offline: 'This device keeps your pass: it opens here without a network, too.',
  removed: 'This device no longer keeps your pass. The link in your email still opens it.',
  stays: 'This device could not remove your pass. Please try again.',
};

export function KeptHere({ pass: { order_id: orderId, name } }: { pass: Pass }) {
  const [state, setState] = useState<keyof typeof outcomes>('unsure');
  const removal = useRef(new AbortController());
  useEffect(() => {
    const { signal } = removal.current;
    // What comes anew may have another name.
    if (signal.aborted) return;
    let isHere = true;
    keepPass({ orderId, name });
    void keepOffline(orderId, signal).then((isKept) => {
      if (isHere && isKept && !signal.aborted) setState('offline');
    });
    return () => {
      isHere = false;
    };
  }, [orderId, name]);
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that was pressed goes, and must not take the focus with it.
    if (state === 'removed') outcome.current?.focus();
  }, [state]);

  const remove = async () => {
    removal.current.abort();
    // What the payment's return brought along would be there again after a reload.
    history.replaceState(null, '');
    setState((await removePass(orderId)) ? 'removed' : 'stays');
  };
  const others = useSessionStore(keptPasses).filter((kept) => kept.orderId !== orderId);
  return (
    <div className={styles.kept}>
      <p ref={outcome} role="status" tabIndex={-1}>
        {outcomes[state]}
      </p>
      {state !== 'removed' && (
        <p>
          Not your device?{' '}
          <button type="button" className={styles.remove} onClick={() => void remove()}>
            Remove the pass from it
          </button>
        </p>
      )}
      {others.length > 0 && (
        <>
          <h2>Other passes on this device</h2>
          <ul>
            {others.map((kept) => (
              <OtherPass key={kept.orderId} {...kept} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** One family registers several children, and one child for several exams. */
function OtherPass({ orderId, name }: KeptPass) {
  // As its pass shows it: an order id begins with it.
  const number = /^[0-9A-Z]{12}(?=-)/.exec(orderId)?.[0];
  return (
    <li>
      <Link to={paths.pass(orderId)} translate="no">
        {name}
      </Link>
      {number && <span>{`, pass no. ${grouped(number)}`}</span>}
    </li>
  );
}
