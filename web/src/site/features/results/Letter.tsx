// The results of a candidate. On paper it is a letter of the organisers, which fits one page with every exam of the event.
import { useEffect, useRef } from 'react';
import { Link } from '@/components/Link';
import { PrintButton } from '@/components/PrintButton';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import type { OwnResult, Pass } from '@/lib/api/types';
import { paths } from '@/lib/paths';
import styles from './Letter.module.css';

interface Props {
  pass: Pass;
  results: readonly OwnResult[];
}

export function Letter({ pass, results }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className={styles.letter}>
      <div className={styles.from} translate="no">
        <p className={styles.event}>{event.name}</p>
        <p>{`${event.venue}, ${event.dates}`}</p>
        <p>{landing.organiser.legalName}</p>
        <p>{landing.organiser.address}</p>
      </div>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Your results
        </h1>
        <dl className={styles.person}>
          <div>
            <dt>Name</dt>
            <dd translate="no">{pass.name}</dd>
          </div>
          <div>
            <dt>Pass no.</dt>
            <dd translate="no">{pass.pass_no}</dd>
          </div>
        </dl>
      </div>
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={`${result.collegeName} ${result.examName}`}>
            <Result result={result} />
          </li>
        ))}
      </ul>
      <p className={styles.closing}>
        This letter was made by a computer and is valid without a signature. The college can compare it with
        the list of the organisers by the pass number.
      </p>
      <div className={styles.actions}>
        <PrintButton pass={pass}>Print the letter</PrintButton>
        <p>
          <Link to={paths.pass(pass.order_id)}>Your pass</Link>
        </p>
        <p>
          A result that you do not understand? <Link to={paths.contactUs}>Ask the organisers</Link>.
        </p>
      </div>
    </article>
  );
}

function Result({ result }: { result: OwnResult }) {
  const { examName, collegeName, marks, out_of, rank, scholarship_percent, absent, remark } = result;
  return (
    <>
      <h2>{examName}</h2>
      <p className={styles.college}>{collegeName}</p>
      {absent ? (
        <p className={styles.absent}>Absent</p>
      ) : (
        <dl className={styles.figures}>
          <div>
            <dt>Marks</dt>
            <dd>{`${String(marks)} of ${String(out_of)}`}</dd>
          </div>
          {rank !== null && (
            <div>
              <dt>Rank</dt>
              <dd>{String(rank)}</dd>
            </div>
          )}
          {scholarship_percent !== null && (
            <div>
              <dt>Scholarship</dt>
              <dd>{`${String(scholarship_percent)} %`}</dd>
            </div>
          )}
        </dl>
      )}
      {remark && <p className={styles.remark}>{remark}</p>}
    </>
  );
}
