// What the pass is for: one exam in large print, or the timetable of all of them.
import type { Pass } from '@/lib/api/types';
import { hours, shortDay } from '@/lib/examTime';
import styles from './Ticket.module.css';

type Sitting = Pass['exams'][number];

interface Props {
  exams: readonly Sitting[];
  packageName: string;
  /** Who takes part online needs no hall. */
  isOnline: boolean;
}

export function Exams({ exams, packageName, isOnline }: Props) {
  const held = exams.map((exam) => ({ ...exam, venue: isOnline ? 'on the web' : exam.venue }));
  const [first, ...others] = held;
  const isOne = first && others.length === 0;
  return (
    <section className={styles.exams}>
      <h2>{isOne ? 'Your exam' : 'Your exams'}</h2>
      {isOne ? <OneExam exam={first} /> : <Timetable exams={held} />}
      <p className={styles.package}>{packageName}</p>
    </section>
  );
}

function OneExam({ exam }: { exam: Sitting }) {
  return (
    <>
      <p className={styles.exam}>{exam.examName}</p>
      <p>{exam.collegeName}</p>
      <p className={styles.held}>
        <HeldAt exam={exam} />
      </p>
    </>
  );
}

function HeldAt({ exam: { date, timeStart, timeEnd, venue } }: { exam: Sitting }) {
  if (!date) return 'Day, hours and hall will be announced.';
  return (
    <>
      {[shortDay(date), hours(timeStart, timeEnd)].filter(Boolean).join(', ')}
      {venue && (
        <>
          {' · '}
          <span className={styles.place}>{venue}</span>
        </>
      )}
    </>
  );
}

function Timetable({ exams }: { exams: readonly Sitting[] }) {
  const days = [...new Set(exams.map((exam) => exam.date))];
  if (days.length === 0) return <p>Every exam of the expo. The timetable will be announced.</p>;
  return days.map((day) => (
    <div key={day} className={styles.day}>
      <h3>{shortDay(day) || 'Day to be announced'}</h3>
      <ul>
        {exams
          .filter((exam) => exam.date === day)
          .map(({ examName, collegeName, timeStart, timeEnd, venue }) => (
            <li key={`${timeStart} ${examName} ${collegeName}`}>
              <span className={styles.hours}>{hours(timeStart, timeEnd)}</span>{' '}
              <span className={styles.what}>
                <b>{examName}</b> <span>{collegeName}</span>
              </span>{' '}
              <span>{venue}</span>
            </li>
          ))}
      </ul>
    </div>
  ));
}
