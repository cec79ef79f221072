// Before anything is published: for which exams, and what to do meanwhile.
import { Button } from '@/components/Button';
import { BusyLabel } from '@/components/BusyLabel';
import { Link } from '@/components/Link';
import type { Pass } from '@/lib/api/types';
import { paths } from '@/lib/paths';
import box from '@/components/Box.module.css';
import styles from './ResultsPage.module.css';

interface Props {
  pass: Pass;
  onLook: () => void;
  isLooking: boolean;
}

/** More exams than this are a list to scroll through, which says nothing. */
const fewExams = 4;

export function NotYet({ pass, onLook, isLooking }: Props) {
  return (
    <div className={styles.page}>
      <h1>No results yet</h1>
      <div className={box.card}>
        <p>
          <strong translate="no">{pass.name}</strong>
          <br />
          <span translate="no">{pass.pass_no}</span>
        </p>
        <p role="status">
          Nothing is published for this pass so far. The organisers publish each exam by itself, as soon as it
          is marked.
        </p>
        {pass.exams.length <= fewExams && (
          <ul className={styles.exams}>
            {pass.exams.map(({ examName, collegeName }) => (
              <li key={`${collegeName} ${examName}`}>{`${examName}, ${collegeName}`}</li>
            ))}
          </ul>
        )}
        <p>Keep the link of this page: the results will be here.</p>
        <Button look="quiet" onClick={onLook} aria-disabled={isLooking}>
          <BusyLabel busy={isLooking && 'Looking...'}>Look again</BusyLabel>
        </Button>
        <p>
          <Link to={paths.pass(pass.order_id)}>Your pass</Link>
        </p>
      </div>
    </div>
  );
}
