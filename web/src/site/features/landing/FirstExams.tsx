// The picture of the hero on a wide screen: the first exams of the timetable, as they are. A high screen has room for more.
import { Link } from '@/components/Link';
import { useCatalogue } from '@/lib/catalogue/packages';
import { daysOf, examsOf } from '@/lib/catalogue/examTimes';
import { hours, longDay } from '@/lib/examTime';
import { paths } from '@/lib/paths';
import styles from './FirstExams.module.css';

const shownAtOnce = 6;

export function FirstExams() {
  const { list } = useCatalogue();
  const exams = examsOf(list ?? []).filter(({ date }) => date);
  const [day] = daysOf(exams);
  if (!day) return null;
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h2>{longDay(day.date)}</h2>
        <p aria-hidden="true">Hall</p>
      </div>
      <ul>
        {day.exams.slice(0, shownAtOnce).map((exam) => (
          <li key={exam.id}>
            <p className={styles.time}>{hours(exam.start, exam.end) || 'Later'}</p>
            <div>
              <h3>{exam.course}</h3>
              <p>{exam.college}</p>
            </div>
            <p>{exam.hall}</p>
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <Link to={paths.examTimes}>
          <span>{exams.length > 1 ? `All ${String(exams.length)} exams` : 'Exam times'}</span>
        </Link>
      </p>
    </div>
  );
}
