// Somebody who was found by name: enough to tell them from others, and what would become of them. A press of its own lets them in.
import { Button } from '@/components/Button';
import type { ResponseOf } from '@/lib/api/operation';
import type { Result, Verdict } from '@/door/kit/verdict/verdict';
import { explain, headline, preferences, seatText, sinceText, whenAndWhere } from '@/door/kit/verdict/words';
import { grouped } from '@/lib/grouped';
import styles from './sheets.module.css';

export type Row = ResponseOf<'/api/customers', 'get'>['data'][number];

interface Props {
  person: Row;
  /** Undefined while the server is asked. */
  verdict: Verdict | undefined;
  /** By the server's clock. */
  now: number;
  /** People go out here at this moment. */
  goesOut: boolean;
  checkIn: () => void;
  back: () => void;
}

const mayComeIn: readonly Result[] = ['free', 'away', 'unchecked'];
const mayGoOut: readonly Result[] = ['already', 'free', 'unchecked'];

export function PersonCard({ person, verdict, now, goesOut, checkIn, back }: Props) {
  const explanation = verdict && explain(verdict);
  const [exam, ...others] = verdict?.exams ?? [];
  const facts = [
    ['Exam', person.examName ?? person.packageName],
    ['When and where', exam && others.length === 0 ? whenAndWhere(exam) : ''],
    ['Seat', exam && others.length === 0 ? seatText(exam) : ''],
    ['Phone ends in', person.phone.slice(-4)],
    ['Pass', grouped(person.customer_id)],
    ['Takes it', preferences[verdict?.preference ?? '']],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <div className={styles.form}>
      <p className={styles.who} translate="no">
        {person.name}
      </p>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div role="status" className={styles.standing} data-result={verdict?.result}>
        <strong>{verdict ? headline[verdict.result] : 'Looking...'}</strong>
        {verdict?.since && verdict.result === 'already' && <p>{sinceText(verdict.since, now)}</p>}
        {explanation?.why && <p>{explanation.why}</p>}
        {verdict?.result === 'refused' && <p>{explanation?.next}</p>}
      </div>
      {verdict && (goesOut ? mayGoOut : mayComeIn).includes(verdict.result) && (
        <Button onClick={checkIn}>
          <span>{goesOut ? 'Check out' : 'Check in'}</span>
        </Button>
      )}
      <Button look="quiet" onClick={back}>
        Back to the others
      </Button>
    </div>
  );
}
