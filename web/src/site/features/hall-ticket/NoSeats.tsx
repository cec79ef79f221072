// Before the seats of any exam of a pass are published, and for who needs none.
import { Button } from '@/components/Button';
import { BusyLabel } from '@/components/BusyLabel';
import { Link } from '@/components/Link';
import type { Pass } from '@/lib/api/types';
import { paths } from '@/lib/paths';
import box from '@/components/Box.module.css';
import styles from './HallTicketPage.module.css';

interface Props {
  pass: Pass;
  onLook: () => void;
  isLooking: boolean;
}

export function NoSeats({ pass, onLook, isLooking }: Props) {
  const isOnline = pass.exam_preference === 'Online';
  return (
    <div className={styles.page}>
      <h1>{isOnline ? 'No hall ticket needed' : 'The seats are not out yet'}</h1>
      <div className={box.card}>
        <p>
          <strong translate="no">{pass.name}</strong>
          <br />
          <span translate="no">{pass.pass_no}</span>
        </p>
        {isOnline ? (
          <p role="status">
            You take your exams on the web, at the hours on your pass, so no seat is kept for you.
          </p>
        ) : (
          <>
            <p role="status">
              Your hall and seat will be on this page, and on your pass, as soon as the organisers publish
              them. You get a mail then.
            </p>
            <Button look="quiet" onClick={onLook} aria-disabled={isLooking}>
              <BusyLabel busy={isLooking && 'Looking...'}>Look again</BusyLabel>
            </Button>
          </>
        )}
        <p>
          <Link to={paths.pass(pass.order_id)}>Your pass</Link>
        </p>
      </div>
    </div>
  );
}
