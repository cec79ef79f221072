// What a choice means for one's days: when and where the chosen exam is, or which exams of all overlap.
import { Link } from '@/components/Link';
import { examsOf, whenAndWhere } from '@/lib/catalogue/examTimes';
import { paths } from '@/lib/paths';
import { Overlaps } from './Overlaps';
import { useRegistration } from './RegistrationContext';
import styles from './PackageSelector.module.css';

const seeTimes = <Link to={paths.examTimes}>See exam times</Link>;
const timesAlone = <p className={styles.when}>{seeTimes}</p>;

export function ExamNote() {
  const { packages, choice } = useRegistration();
  const exams = examsOf(packages.list ?? []);
  if (choice.package?.AllowAllCollege) {
    return (
      <div className={styles.overlaps}>
        <Overlaps exams={exams}>{timesAlone}</Overlaps>
      </div>
    );
  }
  const chosen = exams.find(({ id }) => id === choice.course?._id);
  return (
    <p className={styles.when} aria-live="polite">
      {chosen && <strong>{`${whenAndWhere(chosen)}${chosen.left ? `. ${chosen.left}` : ''} `}</strong>}
      {seeTimes}
    </p>
  );
}
