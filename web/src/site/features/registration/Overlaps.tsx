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
  if (!(clashes.size + few.length)) return children;
  return (
    <details className={styles.note}>
      <summary>
        {`You can sit up to ${String(fit)} of the ${String(exams.length)} exams, and choose them on your pass after paying. `}
        <strong>{clashes.size ? 'Which are at the same time?' : 'Which are left?'}</strong>
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
