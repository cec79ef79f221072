// In place of the form where nobody can register: before registration opens, and after it has closed.
import { use } from 'react';
import { Link } from '@/components/Link';
import { event } from '@/content/event';
import { moment, today } from '@/lib/eventMoment';
import { paths } from '@/lib/paths';
import { SaleContext } from '@/lib/sale';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptStore } from './attempt';
import { useRegistration } from './RegistrationContext';
import styles from './RegistrationForm.module.css';

export function NotOnSale() {
  const sale = use(SaleContext);
  const { payment } = useRegistration();
  const hasSent = useSessionStore(attemptStore) !== null;
  const isClosed = sale?.registration === 'closed';
  // By the clock, and not beyond what it knows: when results come is not among the dates.
  const isOver = (event.dayDates.at(-1) ?? '') < today();
  const at = isClosed ? sale.closes_at : sale?.opens_at;
  return (
    <>
      {/* What other tabs wait with is honoured. A place of this tab's own is over, whatever was said of it. */}
      {!hasSent && payment.placeNote}
      <div role="status" className={styles.notOnSale}>
        <h3>
          <span>{isClosed ? 'Registration has closed' : 'Registration has not opened yet'}</span>
        </h3>
        {at && (
          <p className={styles.when}>
            {isClosed ? `It closed on ${moment(at)}.` : `It opens on ${moment(at)}.`}
          </p>
        )}
        <p>
          <span>
            {isClosed
              ? 'An order that you have started can still be paid.'
              : 'The form appears here by itself at that time.'}
          </span>
        </p>
        {isClosed && !isOver && (
          <p>
            Next come the exams and their results. Once seats are given out, your pass has your hall and seat,
            and opens your hall ticket; later it opens your results.
          </p>
        )}
        <ul>
          <li>
            <Link to={paths.findPass}>Find my pass</Link>
          </li>
          {isClosed && (
            <>
              <li>
                <Link to={paths.hallTicket}>Hall ticket</Link>
              </li>
              <li>
                <Link to={paths.results}>Results</Link>
              </li>
            </>
          )}
          <li>
            <Link to={paths.contactUs}>Contact us</Link>
          </li>
        </ul>
      </div>
    </>
  );
}
