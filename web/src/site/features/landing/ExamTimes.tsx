// The place of the timetable, whatever there is to say of it.
import type { ReactElement } from 'react';
import { WithoutScript } from '@/components/WithoutScript';
import { examTimesAnchor } from '@/lib/paths';
import styles from './ExamTimes.module.css';

export function ExamTimes({ children }: { children: ReactElement | ReactElement[] }) {
  return (
    <section id={examTimesAnchor} className={styles.section} aria-labelledby="exam-times-heading">
      <h2 id="exam-times-heading" tabIndex={-1}>
        Exam times
      </h2>
      {children}
    </section>
  );
}

/** Until the timetable is there. */
export function NoTimesYet() {
  return (
    <ExamTimes>
      <p className={styles.waiting}>Loading exam times...</p>
      <WithoutScript what="The timetable" />
    </ExamTimes>
  );
}
