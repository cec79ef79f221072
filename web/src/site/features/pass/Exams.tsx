// What the pass is for, as it has to be read at arm's length: the one exam, or how many there are and where the next of
// them is.
import { useEffect, useReducer } from 'react';
import type { Pass } from '@/lib/api/types';
import { hours, shortDay } from '@/lib/examTime';
import styles from './Exams.module.css';
import { placeOf } from '@/lib/placeOf';

type Sitting = Pass['exams'][number];

interface Props {
  exams: readonly Sitting[];
  packageName: string;
  /** Who takes part online needs no hall. */
  isOnline: boolean;
}

export function Exams({ exams, packageName, isOnline }: Props) {
  const [first, ...others] = exams;
  return (
    <section className={styles.exams}>
      <h2>{first && others.length === 0 ? 'Your exam' : 'Your exams'}</h2>
      {!first ? (
        <p>Every exam of the expo. The timetable will be announced.</p>
      ) : others.length === 0 ? (
        <OneExam exam={first} isOnline={isOnline} />
      ) : (
        <Several exams={exams} isOnline={isOnline} />
      )}
      <p className={styles.package}>{packageName}</p>
    </section>
  );
}

function OneExam({ exam, isOnline }: { exam: Sitting; isOnline: boolean }) {
  const { examName, collegeName, date, timeStart, timeEnd } = exam;
  return (
    <>
      <p className={styles.exam}>{examName}</p>
      <p className={styles.college}>{collegeName}</p>
      {date ? (
        <>
          <Held day={shortDay(date)} time={hours(timeStart, timeEnd)} place={placeOf(exam, isOnline)} />
          <Seated exam={exam} isOnline={isOnline} />
        </>
      ) : (
        <p className={styles.held}>Day, hours and hall will be announced.</p>
      )}
    </>
  );
}

function Several({ exams, isOnline }: { exams: readonly Sitting[]; isOnline: boolean }) {
  useRenderedByTheClock();
  const known = exams.filter(({ date }) => date);
  const days = [...new Set(known.map(({ date }) => date))].sort();
  const [first] = known;
  const next = known.find((exam) => !isOver(exam)) ?? first;
  return (
    <>
      <p className={styles.exam}>{`${String(exams.length)} exams`}</p>
      <p className={styles.college}>{days.map(shortDay).join(', ') || 'The days will be announced.'}</p>
      {next && (
        <>
          <Held
            day={next === first ? 'First exam' : `Next: ${shortDay(next.date)}`}
            time={hours(next.timeStart, next.timeEnd)}
            place={placeOf(next, isOnline)}
          />
          <Seated exam={next} isOnline={isOnline} />
        </>
      )}
    </>
  );
}

const everyMs = 60_000;

/** A pass may be left open, and looked at again on the next day, at another gate. */
function useRenderedByTheClock(): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    // No timer goes off while a device sleeps.
    document.addEventListener('visibilitychange', renderAgain, { signal });
    window.addEventListener('pageshow', renderAgain, { signal });
    const timer = setInterval(renderAgain, everyMs);
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, []);
}

/** In the event's own time zone. */
const isOver = ({ date, timeStart, timeEnd }: Sitting) =>
  Date.parse(`${date}T${timeEnd || timeStart || '23:59'}:00+05:30`) <= Date.now();

/** Each on a line of its own, so that nobody has to look for the hall. */
function Held({ day, time, place }: Record<'day' | 'time' | 'place', string>) {
  return (
    <p className={styles.held}>
      <span>{day}</span>
      {time && (
        <>
          <span className={styles.between}>, </span>
          <span>{time}</span>
        </>
      )}
      {place && (
        <>
          <span className={styles.between}> · </span>
          <span>{place}</span>
        </>
      )}
    </p>
  );
}

/** Once seats are published. */
function Seated({ exam: { seat, reportingTime }, isOnline }: { exam: Sitting; isOnline: boolean }) {
  if (!seat || isOnline) return null;
  return (
    <p className={styles.seated}>
      <span className={styles.seat}>{`Seat ${seat}`}</span>
      {reportingTime && (
        <>
          <span className={styles.between}>, </span>
          <span>{`Be there by ${hours(reportingTime, '')}`}</span>
        </>
      )}
    </p>
  );
}
