// When and where the exams are to which somebody is sent: those that are not over first.
import { endOf, type Verdict } from '@/door/kit/verdict/verdict';
import { whenAndWhere } from '@/door/kit/verdict/words';
import styles from './VerdictScreen.module.css';

const most = 3;

interface Props {
  verdict: Verdict;
  /** By the server's clock. */
  now: number;
}

export function ExamsHeld({ verdict: { exams }, now }: Props) {
  const told = exams.filter((exam) => whenAndWhere(exam) !== '');
  const ahead = told.filter((exam) => (endOf(exam) ?? now) >= now);
  const shown = (ahead.length > 0 ? ahead : told).slice(0, most);
  const [only] = told.length === 1 ? shown : [];
  if (only) return <p className={styles.held}>{whenAndWhere(only)}</p>;
  if (shown.length === 0) return null;
  const left = (ahead.length > 0 ? ahead : told).length - shown.length;
  return (
    <ul className={styles.held}>
      {shown.map((exam) => (
        <li key={`${exam.name} ${exam.date} ${exam.time_start}`}>
          <strong>{exam.name}</strong>
          <br />
          <span>{whenAndWhere(exam)}</span>
        </li>
      ))}
      {left > 0 && <li>{`and ${String(left)} more`}</li>}
    </ul>
  );
}
