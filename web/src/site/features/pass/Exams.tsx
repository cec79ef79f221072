// What the pass is for: one exam in large print, or the timetable of all of them.
import type { Pass } from '@/lib/api/types';
import { clashesOf, named } from '@/lib/catalogue/overlaps';
import { hours, shortDay } from '@/lib/examTime';
import styles from './Exams.module.css';

type Sitting = Pass['exams'][number];

interface Props {
  exams: readonly Sitting[];
  packageName: string;
  /** Who takes part online needs no hall. */
  isOnline: boolean;
}

export function Exams({ exams, packageName, isOnline }: Props) {
  const overlaps = overlapsOf(exams);
  const held = exams.map((exam, at) => ({
    ...exam,
    venue: isOnline ? 'on the web' : exam.venue,
    ...(overlaps[at] && { overlaps: overlaps[at] }),
  }));
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

/** Of an exam that overlaps with others. */
interface Overlap {
  names: string;
  count: number;
  /** Whether all names would take more room than there is on the one sheet of paper. */
  isCrowded: boolean;
}

const mostNamedOnPaper = 4;

/** For each exam, in their order. */
function overlapsOf(sittings: readonly Sitting[]): (Overlap | undefined)[] {
  const exams = sittings.map(({ examName, collegeName, date, timeStart, timeEnd, venue }, at) => ({
    id: String(at),
    course: examName,
    college: collegeName,
    date,
    start: timeStart,
    end: timeEnd,
    hall: venue,
  }));
  const clashes = clashesOf(exams);
  const isCrowded = clashes.size > mostNamedOnPaper;
  return exams.map(({ id }) => {
    const others = clashes.get(id);
    return others && { names: named(others, exams), count: others.length, isCrowded };
  });
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
  if (!date) return <span>Day, hours and hall will be announced.</span>;
  const when = [shortDay(date), hours(timeStart, timeEnd)].filter(Boolean).join(', ');
  return (
    <>
      <span>{venue ? `${when} · ` : when}</span>
      {venue && <span className={styles.place}>{venue}</span>}
    </>
  );
}

interface Entry extends Sitting {
  overlaps?: Overlap;
}

function Timetable({ exams }: { exams: readonly Entry[] }) {
  const days = [...new Set(exams.map((exam) => exam.date))];
  if (days.length === 0) return <p>Every exam of the expo. The timetable will be announced.</p>;
  return days.map((day) => (
    <div key={day} className={styles.day}>
      <h3>{shortDay(day) || 'Day to be announced'}</h3>
      <ul>
        {exams
          .filter((exam) => exam.date === day)
          .map(({ examName, collegeName, timeStart, timeEnd, venue, overlaps }) => (
            <li key={`${timeStart} ${examName} ${collegeName}`}>
              <span className={styles.hours}>{hours(timeStart, timeEnd)}</span>{' '}
              <span className={styles.what}>
                <b>{`${examName} `}</b>
                <span>{overlaps ? `${collegeName} ` : collegeName}</span>
                {overlaps && <Overlaps {...overlaps} />}
              </span>{' '}
              <span>{venue}</span>
            </li>
          ))}
      </ul>
    </div>
  ));
}

function Overlaps({ names, count, isCrowded }: Overlap) {
  return (
    <>
      <span className={isCrowded ? `${styles.overlaps ?? ''} ${styles.onScreen ?? ''}` : styles.overlaps}>
        {`Overlaps with ${names}`}
      </span>
      {isCrowded && (
        <span className={`${styles.overlaps ?? ''} ${styles.onPaper ?? ''}`}>
          {`Overlaps with ${count === 1 ? '1 exam' : `${String(count)} exams`}`}
        </span>
      )}
    </>
  );
}
