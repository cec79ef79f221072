// The exams of a pass that is for several, day by day: a sheet of its own beside the ticket, and a picture of its own.
import type { Ref } from 'react';
import type { Pass } from '@/lib/api/types';
import { clashesOf, named } from '@/lib/catalogue/overlaps';
import { hours, shortDay } from '@/lib/examTime';
import { placeOf } from '@/lib/placeOf';
import overlapStyles from '@/components/overlap.module.css';
import styles from './Timetable.module.css';

type Sitting = Pass['exams'][number];

/** More are small on paper, so that all is on the one sheet. */
const fewSeats = 8;

interface Props {
  pass: Pass;
  ref: Ref<HTMLElement>;
}

export function Timetable({ pass: { exams, exam_preference, name, pass_no }, ref }: Props) {
  const overlaps = overlapsOf(exams);
  const entries = exams.map((exam, at) => ({
    ...exam,
    venue: seatedPlace(exam, exam_preference === 'Online'),
    ...(overlaps[at] && { overlaps: overlaps[at] }),
  }));
  const days = [...new Set(exams.map(({ date }) => date))];
  const isFull = exams.filter(({ seat }) => seat).length > fewSeats;
  return (
    <section
      ref={ref}
      className={isFull ? `${styles.timetable ?? ''} ${styles.full ?? ''}` : styles.timetable}
      aria-labelledby="timetable-heading"
    >
      <h2 id="timetable-heading">Timetable</h2>
      {/* A picture may be all that there is of it. */}
      <p className={styles.whose} translate="no">{`${name}, ${pass_no}`}</p>
      {days.map((day) => (
        <div key={day} className={styles.day}>
          <h3>{shortDay(day) || 'Day to be announced'}</h3>
          <ul>
            {entries
              .filter(({ date }) => date === day)
              .map((entry) => (
                <Row key={`${entry.timeStart} ${entry.examName} ${entry.collegeName}`} entry={entry} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** With a seat its hall says enough. */
const seatedPlace = (exam: Sitting, isOnline: boolean) =>
  exam.seat && !isOnline ? `${exam.hall ?? ''}, seat ${exam.seat}` : placeOf(exam, isOnline);

interface Entry extends Sitting {
  overlaps?: Overlap;
}

function Row({ entry: { examName, collegeName, timeStart, timeEnd, venue, overlaps } }: { entry: Entry }) {
  return (
    <li>
      <span className={styles.hours}>{hours(timeStart, timeEnd)}</span>{' '}
      <span className={styles.what}>
        <b>{`${examName} `}</b>
        <span>{overlaps ? `${collegeName} ` : collegeName}</span>
        {overlaps && <Overlaps {...overlaps} />}
      </span>{' '}
      <span className={styles.place}>{venue}</span>
    </li>
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

function Overlaps({ names, count, isCrowded }: Overlap) {
  return (
    <>
      <span
        className={isCrowded ? `${overlapStyles.mark ?? ''} ${styles.onScreen ?? ''}` : overlapStyles.mark}
      >
        {`Overlaps with ${names}`}
      </span>
      {isCrowded && (
        <span className={`${overlapStyles.mark ?? ''} ${styles.onPaper ?? ''}`}>
          {`Overlaps with ${count === 1 ? '1 exam' : `${String(count)} exams`}`}
        </span>
      )}
    </>
  );
}
