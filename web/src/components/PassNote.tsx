// What is said of a pass that has nothing to show yet, and a look whether it has by now.
import type { Pass } from '@/lib/api/types';
import type { Elements } from '@/lib/elements';
import { paths } from '@/lib/paths';
import { BusyLabel } from './BusyLabel';
import { Button } from './Button';
import { Link } from './Link';
import type { Look } from './PassLinkPage';
import box from './Box.module.css';
import styles from './PassLinkPage.module.css';

export function PassNote({ heading, pass, children }: { heading: string; pass: Pass; children: Elements }) {
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      <div className={box.card}>
        <p>
          <strong translate="no">{pass.name}</strong>
          <br />
          <span translate="no">{pass.pass_no}</span>
        </p>
        {children}
        <p>
          <Link to={paths.pass(pass.order_id)}>Your pass</Link>
        </p>
      </div>
    </div>
  );
}

export function LookAgain({ again, isLooking }: Look) {
  return (
    <Button look="quiet" onClick={again} aria-disabled={isLooking}>
      <BusyLabel busy={isLooking && 'Looking...'}>Look again</BusyLabel>
    </Button>
  );
}
