// The place of the timetable, whatever there is to say of it.
import type { ReactElement, ReactNode } from 'react';
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

/** Until the timetable is there, or where it does not come. */
export function NoTimes({ children }: { children: ReactNode }) {
  return (
    <ExamTimes>
      <div className={styles.waiting}>{children}</div>
      <WithoutScript what="The timetable" />
    </ExamTimes>
  );
}
