// The hall ticket itself. On paper it has a box for a photograph and lines for signatures, and fits one page with every exam of
// the event.
import { useEffect, useRef } from 'react';
import { Link } from '@/components/Link';
import { PrintButton } from '@/components/PrintButton';
import { QrCode } from '@/components/QrCode';
import { event } from '@/content/event';
import { hallRules, photoIds } from '@/content/hallTicket';
import { landing } from '@/content/landing';
import type { Pass } from '@/lib/api/types';
import { hours, shortDay } from '@/lib/examTime';
import { paths } from '@/lib/paths';
import { placeOf } from '@/lib/placeOf';
import styles from './HallTicket.module.css';

type Sitting = Pass['exams'][number];

/** More are small on paper, so that they are on one page. */
const fewExams = 6;

export function HallTicket({ pass }: { pass: Pass }) {
  const { name, pass_no, order_id, qr, exams } = pass;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  const seated = exams.filter(({ seat }) => seat);
  const waiting = exams.length - seated.length;
  return (
    <article className={styles.ticket}>
      <div className={styles.from} translate="no">
        <p className={styles.event}>{event.name}</p>
        <p>{`${event.venue}, ${event.dates}`}</p>
        <p>{`${landing.organiser.legalName}, ${landing.organiser.address}`}</p>
      </div>
      <div className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Hall ticket
          </h1>
          <dl className={styles.person}>
            <Fact name="Name" value={name} />
            {/* Not the order id: anyone who sees the sheet could open the pass with it. */}
            <Fact name="Pass no." value={pass_no} />
          </dl>
        </div>
        <QrCode text={qr} label={`QR code of pass ${pass_no}`} className={styles.qr} />
        <div className={styles.photo} aria-hidden="true">
          Photograph, 35 × 45 mm
        </div>
      </div>
      <ul className={seated.length > fewExams ? `${styles.exams ?? ''} ${styles.many ?? ''}` : styles.exams}>
        {seated.map((exam) => (
          <li key={`${exam.collegeName} ${exam.examName} ${exam.date} ${exam.timeStart}`}>
            <Exam exam={exam} />
          </li>
        ))}
      </ul>
      {waiting > 0 && (
        <p className={styles.waiting}>
          {waiting === 1
            ? '1 more exam of your pass has no seat yet. You get a mail when it has.'
            : `${String(waiting)} more exams of your pass have no seat yet. You get a mail when they have.`}
        </p>
      )}
      <section className={styles.rules} aria-labelledby="rules-heading">
        <h2 id="rules-heading">What to bring, and what holds in the hall</h2>
        <ol>
          {hallRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
          <li>{`A photo ID is one of these: ${photoIds.join(', ')}.`}</li>
        </ol>
      </section>
      <div className={styles.signatures} aria-hidden="true">
        <p>Signature of the candidate</p>
        <p>Signature of the invigilator</p>
      </div>
      <div className={styles.actions}>
        <PrintButton pass={pass}>Print the hall ticket</PrintButton>
        <p>
          <Link to={paths.pass(order_id)}>Your pass</Link>
        </p>
        <p>
          Something is wrong with it? <Link to={paths.contactUs}>Tell the organisers</Link>.
        </p>
      </div>
    </article>
  );
}

function Exam({ exam }: { exam: Sitting }) {
  const { examName, collegeName, date, timeStart, timeEnd, seat, reportingTime } = exam;
  return (
    <>
      <div className={styles.what}>
        <h2>{examName}</h2>
        <p>{collegeName}</p>
      </div>
      <dl className={styles.where}>
        <Fact name="Day" value={shortDay(date)} />
        <Fact name="Hours" value={hours(timeStart, timeEnd)} />
        {reportingTime && <Fact name="Be there by" value={hours(reportingTime, '')} />}
        <Fact name="Hall" value={placeOf(exam, false)} />
        <Fact name="Seat" value={seat ?? ''} isLarge />
      </dl>
    </>
  );
}

function Fact({ name, value, isLarge = false }: { name: string; value: string; isLarge?: boolean }) {
  return (
    <div>
      {/* A line may end between the two. */}
      <dt>{`${name} `}</dt>
      <dd translate="no" className={isLarge ? styles.large : undefined}>
        {value || '-'}
      </dd>
    </div>
  );
}
