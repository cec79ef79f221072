// Of all exams, those that nobody can sit both; `children` where there are none.
import type { ReactElement } from 'react';
import { Link } from '@/components/Link';
import { daysOf, type Exam } from '@/lib/catalogue/examTimes';
import { clashesOf, countThatFit, named, pairsOf } from '@/lib/catalogue/overlaps';
import { hours, longDay } from '@/lib/examTime';
import { paths } from '@/lib/paths';
import styles from './PackageSelector.module.css';

export function Overlaps({ exams, children }: { exams: readonly Exam[]; children: ReactElement }) {
  const clashes = clashesOf(exams);
  if (clashes.size === 0) return children;
  const few = exams.filter(({ left }) => left);
  return (
    <details className={styles.note}>
      <summary>
        <span>{`You can sit up to ${String(countThatFit(exams))} of the ${String(exams.length)} exams, and choose them on your pass after paying.`}</span>{' '}
        <strong>Which are at the same time?</strong>
      </summary>
      {daysOf(exams.filter(({ id }) => clashes.has(id))).map((day) => (
        <div key={day.date}>
          <h3>{longDay(day.date)}</h3>
          <ul>
            {pairsOf(day.exams).map(([one, other]) => (
              <li key={one.id + other.id}>{`${hours(one.start, one.end)}: ${named([one, other], exams)}`}</li>
            ))}
          </ul>
        </div>
      ))}
      {few.length > 0 && (
        <p>{`Places: ${few.map(({ course, left }) => `${course}, ${left ?? ''}`).join('; ')}`}</p>
      )}
      <Link to={paths.examTimes}>See exam times</Link>
    </details>
  );
}
