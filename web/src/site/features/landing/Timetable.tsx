// Every exam with its day, hours and hall, and with those that it overlaps with: a table for each day, or on a phone a
// list. Each exam leads to the form with itself chosen.
import { Button } from '@/components/Button';
import { Link } from '@/components/Link';
import { useCatalogue } from '@/lib/catalogue/packages';
import { daysOf, examsOf, toBeAnnounced, type Exam } from '@/lib/catalogue/examTimes';
import { clashesOf, countThatFit, named } from '@/lib/catalogue/overlaps';
import { hours, longDay } from '@/lib/examTime';
import { choicePath } from '@/lib/registration/choicePath';
import { ExamTimes } from './ExamTimes';
import { useMedia } from './useMotion';
import box from '@/components/Box.module.css';
import styles from './ExamTimes.module.css';

export function Timetable() {
  const { list, hasFailed, retry } = useCatalogue();
  if (!list) {
    return (
      <ExamTimes>
        {hasFailed ? (
          <div className={styles.waiting}>
            <p role="status">The exam times could not be loaded.</p>
            <Button look="quiet" onClick={retry}>
              Load them again
            </Button>
          </div>
        ) : (
          <p className={styles.waiting} role="status">
            Loading exam times...
          </p>
        )}
      </ExamTimes>
    );
  }
  const exams = examsOf(list);
  return (
    <ExamTimes>
      {exams.length > 0 ? (
        <Days exams={exams} />
      ) : (
        <p className={styles.waiting}>The exam times will be announced here.</p>
      )}
    </ExamTimes>
  );
}

function Days({ exams }: { exams: readonly Exam[] }) {
  const isWide = useMedia('(min-width: 48rem)');
  const clashes = clashesOf(exams);
  const ofExam = (exam: Exam) => ({ exam, overlaps: named(clashes.get(exam.id) ?? [], exams) });
  return (
    <>
      {clashes.size > 0 && (
        <p className={box.notice}>
          <strong>{`${String(clashes.size)} exams overlap.`}</strong>{' '}
          <span>{`You can sit up to ${String(countThatFit(exams))} of the ${String(exams.length)}.`}</span>
        </p>
      )}
      {daysOf(exams).map((day) => {
        const rows = day.exams.map(ofExam);
        const title = day.date ? longDay(day.date) : toBeAnnounced;
        return (
          <div key={day.date} className={styles.day}>
            <h3 id={`exams-${day.date}`}>{title}</h3>
            {isWide ? <Table rows={rows} labelledBy={`exams-${day.date}`} /> : <List rows={rows} />}
          </div>
        );
      })}
      <p className={styles.zone}>All times are Indian Standard Time.</p>
    </>
  );
}

interface Row {
  exam: Exam;
  /** The exams that it overlaps with, or nothing. */
  overlaps: string;
}

function Table({ rows, labelledBy }: { rows: readonly Row[]; labelledBy: string }) {
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Course</th>
          <th scope="col">College</th>
          <th scope="col">Hall</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ exam, overlaps }) => (
          <tr key={exam.id}>
            <td>{hours(exam.start, exam.end) || toBeAnnounced}</td>
            <th scope="row">
              <span>{exam.course}</span>
              <Overlaps with={overlaps} />
            </th>
            <td>{exam.college}</td>
            <td>{exam.hall || 'To be announced'}</td>
            <td>
              <Choose exam={exam} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function List({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className={styles.list}>
      {rows.map(({ exam, overlaps }) => (
        <li key={exam.id}>
          <p className={styles.when}>
            {[hours(exam.start, exam.end) || toBeAnnounced, exam.hall].filter(Boolean).join(', ')}
          </p>
          <h4>{exam.course}</h4>
          <p>{exam.college}</p>
          <Overlaps with={overlaps} />
          <Choose exam={exam} />
        </li>
      ))}
    </ul>
  );
}

function Overlaps({ with: exams }: { with: string }) {
  return exams && <p className={styles.overlaps}>{`Overlaps with ${exams}`}</p>;
}

function Choose({ exam: { course, college } }: { exam: Exam }) {
  return (
    <Link to={choicePath({ college, course })}>
      Choose exam
      <span className="visually-hidden">{` ${course}, ${college}`}</span>
    </Link>
  );
}
