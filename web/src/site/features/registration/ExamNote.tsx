// What a choice means for one's days: when and where the chosen exam is, or which exams of all overlap.
import { Link } from '@/components/Link';
import { examsOf, whenAndWhere } from '@/lib/catalogue/examTimes';
import { paths } from '@/lib/paths';
import { Overlaps } from './Overlaps';
import { useRegistration } from './RegistrationContext';
import styles from './PackageSelector.module.css';

export function ExamNote() {
  const { packages, choice } = useRegistration();
  const exams = examsOf(packages.list ?? []);
  const chosen = exams.find(({ id }) => id === choice.course?._id);
  const times = (
    <p className={styles.when} aria-live="polite">
      {chosen && <strong>{`${whenAndWhere(chosen)}${chosen.left ? `. ${chosen.left}` : ''} `}</strong>}
      <Link to={paths.examTimes}>See exam times</Link>
    </p>
  );
  if (!choice.package?.AllowAllCollege) return times;
  return (
    <div className={styles.overlaps}>
      <Overlaps exams={exams}>{times}</Overlaps>
    </div>
  );
}
