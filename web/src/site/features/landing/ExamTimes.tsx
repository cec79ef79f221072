// The place of the timetable, whatever there is to say of it.
import type { ReactElement } from 'react';
import { TakesLong } from '@/components/TakesLong';
import { WithoutScript } from '@/components/WithoutScript';
import { examTimesAnchor } from '@/lib/paths';
import styles from './ExamTimes.module.css';

interface Props {
  children: ReactElement | ReactElement[];
}

export function ExamTimes({ children }: Props) {
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
export function NoTimes({ children }: Props) {
  return (
    <ExamTimes>
      <div className={styles.waiting}>
        {children}
        <TakesLong />
      </div>
      <WithoutScript what="The timetable" isOfExams />
    </ExamTimes>
  );
}
