// Before the seats of any exam of a pass are published, and for who needs none or gets none.
import type { ReactElement } from 'react';
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
  const { heading, text } = stateOf(pass, onLook, isLooking);
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      <div className={box.card}>
        <p>
          <strong translate="no">{pass.name}</strong>
          <br />
          <span translate="no">{pass.pass_no}</span>
        </p>
        {text}
        <p>
          <Link to={paths.pass(pass.order_id)}>Your pass</Link>
        </p>
      </div>
    </div>
  );
}

interface State {
  heading: string;
  text: ReactElement;
}

function stateOf({ exam_preference, choice }: Pass, onLook: () => void, isLooking: boolean): State {
  if (exam_preference === 'Online') {
    const words = 'You take your exams on the web, at the hours on your pass, so no seat is kept for you.';
    return { heading: 'No hall ticket needed', text: <p role="status">{words}</p> };
  }
  if (choice?.chosen.length === 0) {
    const words = choice.open
      ? 'Choose on your pass which exams you will sit. Without a choice you have no seat.'
      : 'The seats are given out. Please contact us if you want to sit an exam.';
    return { heading: 'You have not chosen your exams', text: <p role="status">{words}</p> };
  }
  return {
    heading: 'The seats are not out yet',
    text: (
      <>
        <p role="status">
          Your hall and seat will be on this page, and on your pass, as soon as the organisers publish them.
          You get a mail then.
        </p>
        <Button look="quiet" onClick={onLook} aria-disabled={isLooking}>
          <BusyLabel busy={isLooking && 'Looking...'}>Look again</BusyLabel>
        </Button>
      </>
    ),
  };
}
