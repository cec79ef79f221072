// Above what this device kept of a pass, where nothing newer came: exams may have moved since, and seats.
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
  if (keptAt === undefined) return null;
  const isKnown = !Number.isNaN(Date.parse(keptAt));
  // Without the weekday, which nobody needs of what has been.
  const asOf = isKnown ? `As of ${moment(keptAt).replace(/^\w+ /, '')}. ` : '';
  return (
    <div className={`${box.notice ?? ''} ${styles.asOf ?? ''}`}>
      <p role="status">{`${asOf}No network to look for changes.`}</p>
      <LookAgain {...look} />
    </div>
  );
}
