// The verdict, over the whole screen: what it is by colour, pattern, sign and word; who; and what to do next.
import { useEffect, useRef, type ReactNode } from 'react';
import type { Elements } from '@/lib/elements';
import { grouped } from '@/lib/grouped';
import { Icon, type IconName } from '@/door/kit/ui/Icon';
import { ago, isOut, type Result, type Verdict } from '@/door/kit/verdict/verdict';
import { explain, headline, noticeText, preferences, sinceText, wentOutText } from '@/door/kit/verdict/words';
import { ExamHeld, ExamsHeld } from './ExamsHeld';
import type { Shown } from './turns';
import styles from './VerdictScreen.module.css';

const signs: Record<Result, IconName> = {
  admitted: 'tick',
  back: 'in',
  already: 'twice',
  refused: 'cross',
  unchecked: 'question',
  out: 'out',
  not_in: 'out',
  free: 'search',
  away: 'out',
  undone: 'cross',
};

/** More names than that are for the last scans. */
const mostMissed = 3;

interface Props {
  verdict: Verdict;
  /** By the server's clock. */
  now: number;
  /** The strip that is there at any time. */
  status: ReactNode;
  /** How long it stays by itself, in milliseconds; undefined until it is pressed away. */
  stays: number | undefined;
  /** How many verdicts wait for their turn. */
  waiting: number;
  /** Those that let nobody in and went by without a press. */
  missed: readonly Shown[];
  goOn: () => void;
  /** What else can be done: undo, or let in all the same. */
  actions: Elements;
}

export function VerdictScreen(props: Props) {
  const { verdict, now, status, stays, waiting, missed, goOn, actions } = props;
  const { result, name, exam, preference, passNo, notices } = verdict;
  const button = useRef<HTMLButtonElement>(null);
  const explanation = explain(verdict);
  const where = preference && preferences[preference];
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
  }, [verdict]);
  return (
    <section className={styles.screen} data-result={result} aria-label="Verdict">
      <div className={styles.status}>{status}</div>
      {missed.length > 0 && (
        <ul className={styles.missed} aria-label="Before this one">
          {missed.slice(-mostMissed).map((shown) => (
            <li key={shown.turn}>
              <strong>{`${headline[shown.verdict.result]}: `}</strong>
              <span translate="no">
                {shown.verdict.name ?? (shown.reading ? grouped(shown.reading.passNo) : 'no pass')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.body}>
        <div className={styles.sign}>
          <Icon name={signs[result]} />
        </div>
        <div className={styles.words}>
          <h1 className={styles.word}>{headline[result]}</h1>
          {explanation?.why && <p className={styles.why}>{explanation.why}</p>}
          {name && (
            <p className={styles.name} translate="no">
              {name}
            </p>
          )}
          <Since verdict={verdict} now={now} />
          <WentOut verdict={verdict} now={now} />
          {exam && <p className={styles.fact}>{where ? `${exam} · ${where}` : exam}</p>}
          {result !== 'refused' && !isOut(verdict) && <ExamHeld verdict={verdict} />}
          {passNo && (
            <p className={styles.number} translate="no">
              {grouped(passNo)}
            </p>
          )}
        </div>
        <div className={styles.advice}>
          {notices.map((notice) => (
            <p key={notice} className={styles.notice}>
              <Icon name="warning" className={styles.warning} />
              <span>{noticeText(notice)}</span>
            </p>
          ))}
          {explanation?.next && <p className={styles.next}>{explanation.next}</p>}
          {result === 'refused' && <ExamHeld verdict={verdict} />}
          {!isOut(verdict) && <ExamsHeld verdict={verdict} now={now} />}
        </div>
      </div>
      <div className={styles.foot}>
        {actions}
        <button ref={button} type="button" className={styles.go} onClick={goOn}>
          <span>{waiting > 0 ? `Next verdict (${String(waiting)})` : 'Next scan'}</span>
          {stays !== undefined && (
            <span key={passNo} className={styles.rest} style={{ animationDuration: `${String(stays)}ms` }} />
          )}
        </button>
      </div>
    </section>
  );
}

function Since({ verdict: { result, since }, now }: { verdict: Verdict; now: number }) {
  if (result !== 'already' || !since) return null;
  return (
    <p className={styles.since}>
      <span>{`${sinceText(since, now)}, `}</span>
      <span>{ago(since.at, now)}</span>
    </p>
  );
}

function WentOut({ verdict: { wentOut }, now }: { verdict: Verdict; now: number }) {
  if (!wentOut) return null;
  return (
    <p className={styles.since}>
      <span>{`${wentOutText(wentOut, now)}, `}</span>
      <span>{ago(wentOut.at, now)}</span>
    </p>
  );
}
