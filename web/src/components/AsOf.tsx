// Above what this device kept of a pass, where nothing newer came: exams may have moved since, and seats.
import { useEffect, useRef, useState } from 'react';
import { moment } from '@/lib/eventMoment';
import type { Look } from './PassLinkPage';
import { LookAgain } from './PassNote';
import box from './Box.module.css';
import styles from './AsOf.module.css';

interface Props {
  /** When the server said it, empty where that is not known; undefined where it says so now. */
  keptAt: string | undefined;
  look: Look;
}

export function AsOf({ keptAt, look }: Props) {
  const [hasLooked, setLooked] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  const isKept = keptAt !== undefined;
  useEffect(() => {
    // The button that was pressed is gone; a person who has moved on stays there.
    if (!isKept && document.activeElement === document.body) said.current?.focus({ preventScroll: true });
  }, [isKept]);
  if (!isKept && !hasLooked) return null;

  const again = () => {
    setLooked(true);
    look.again();
  };
  return (
    <div className={`${box.notice ?? ''} ${styles.asOf ?? ''} ${isKept ? '' : (styles.newest ?? '')}`}>
      <p ref={said} role="status" tabIndex={-1}>
        {isKept ? `${asOf(keptAt)}We could not look for changes just now.` : 'This is the newest.'}
      </p>
      {isKept && <LookAgain again={again} isLooking={look.isLooking} />}
    </div>
  );
}

function asOf(keptAt: string): string {
  if (Number.isNaN(Date.parse(keptAt))) return '';
  // Without the weekday, which nobody needs of what has been.
  return `As of ${moment(keptAt).replace(/^\w+ /, '')}. `;
}
