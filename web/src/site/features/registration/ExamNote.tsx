// What a choice means for one's days: when and where the chosen exam is, or which exams of all overlap.
import { Link } from '@/components/Link';
import { clashesOf, countThatFit, daysOf, examsOf, named, whenAndWhere } from '@/lib/catalogue/examTimes';
import { hours, longDay } from '@/lib/examTime';
import { paths } from '@/lib/paths';
import { useRegistration } from './RegistrationContext';
import styles from './PackageSelector.module.css';

export function ExamNote() {
  const { packages, choice } = useRegistration();
  const exams = examsOf(packages.list ?? []);
  const clashes = clashesOf(exams);
  if (!choice.package?.AllowAllCollege || clashes.size === 0) {
    const chosen = exams.find(({ id }) => id === choice.course?._id);
    return (
      <p className={styles.when} aria-live="polite">
        {chosen && <strong>{`${whenAndWhere(chosen)} `}</strong>}
        <Link to={paths.examTimes}>See exam times</Link>
      </p>
    );
  }
  return (
    <details className={styles.note}>
      <summary>
        <strong>{`${String(clashes.size)} exams overlap.`}</strong>{' '}
        <span>{`You can sit up to ${String(countThatFit(exams))} of the ${String(exams.length)}.`}</span>
      </summary>
      {daysOf(exams.filter(({ id }) => clashes.has(id))).map((day) => (
        <div key={day.date}>
          <h3>{longDay(day.date)}</h3>
          <ul>
            {day.exams.map((exam) => (
              <li key={exam.id}>
                {`${hours(exam.start, exam.end)}: ${exam.course} overlaps with ${named(clashes.get(exam.id) ?? [], exams)}`}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Link to={paths.examTimes}>See exam times</Link>
    </details>
  );
}
