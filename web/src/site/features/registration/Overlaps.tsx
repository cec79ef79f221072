// Before one pays for all exams: how many one can sit, which of them nobody can sit both, and what is left of each; `children`
// where there is nothing to say of that.
import type { ReactElement } from 'react';
import { daysOf, type Exam } from '@/lib/catalogue/examTimes';
import { clashesOf, named, pairsOf, stillToSit } from '@/lib/catalogue/overlaps';
import { hours, longDay } from '@/lib/examTime';
import styles from './PackageSelector.module.css';

export function Overlaps({ exams, children }: { exams: readonly Exam[]; children: ReactElement }) {
  const { open, fit } = stillToSit(exams);
  const clashes = clashesOf(open);
  const few = exams.filter(({ left }) => left);
  if (fit === 0 && exams.length > 0) return <p className={styles.note}>No exam has a place left.</p>;
  if (clashes.size + few.length === 0) return children;
  const count = String(exams.length);
  const all = fit < exams.length ? `up to ${String(fit)} of the ${count} exams` : `all ${count} exams`;
  const question =
    clashes.size > 0
      ? 'Which are at the same time?'
      : few.some(({ isSoldOut }) => !isSoldOut)
        ? 'Which have few places?'
        : 'Which are sold out?';
  return (
    <details className={styles.note}>
      <summary>
        <span>{`You can sit ${all}, and choose them on your pass after paying.`}</span>{' '}
        <strong>{question}</strong>
      </summary>
      {daysOf(open.filter(({ id }) => clashes.has(id))).map((day) => (
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
        <p>{`Places: ${few.map((exam) => `${named([exam], exams)}, ${exam.left ?? ''}`).join('; ')}`}</p>
      )}
      {children}
    </details>
  );
}
