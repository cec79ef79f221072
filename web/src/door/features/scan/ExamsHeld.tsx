// When and where the exams are to which somebody is sent.
import { endOf, notChosen, type Verdict } from '@/door/kit/verdict/verdict';
import { seatText, whenAndWhere } from '@/door/kit/verdict/words';
import styles from './VerdictScreen.module.css';

/** More than the next ones nobody reads at a door. */
const most = 3;

/** Who is sent to the counter is not sent to an exam. */
const elsewhere: readonly string[] = ['wrong_list', notChosen, 'online_only'];

interface Props {
  verdict: Verdict;
}

const heldFor = ({ result, reason, exams }: Verdict) =>
  result !== 'refused' || elsewhere.includes(reason ?? '')
    ? exams.filter((exam) => whenAndWhere(exam) !== '' || seatText(exam) !== '')
    : [];

/** Of a pass for one. */
export function ExamHeld({ verdict }: Props) {
  const [only, ...others] = heldFor(verdict);
  if (!only || others.length > 0) return null;
  return (
    <>
      {seatText(only) && <p className={styles.seat}>{seatText(only)}</p>}
      <p className={styles.held}>{whenAndWhere(only)}</p>
    </>
  );
}

/** Of a pass for several: those that are not over. */
export function ExamsHeld({ verdict, now }: Props & { /** By the server's clock. */ now: number }) {
  const held = heldFor(verdict);
  const ahead = held.filter((exam) => (endOf(exam) ?? now) >= now);
  if (held.length < 2 || ahead.length === 0) return null;
  const left = ahead.length - most;
  return (
    <ul className={styles.held}>
      {ahead.slice(0, most).map((exam) => (
        <li key={`${exam.name} ${exam.date} ${exam.time_start}`}>
          <strong>{exam.name}</strong>
          <br />
          {seatText(exam) && <span className={styles.seated}>{seatText(exam)}</span>}
          <span>{whenAndWhere(exam)}</span>
        </li>
      ))}
      {left > 0 && <li>{`and ${String(left)} more`}</li>}
    </ul>
  );
}
