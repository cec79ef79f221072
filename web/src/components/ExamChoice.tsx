// Which exams somebody sits who has bought all: day by day, with what clashes, is sold out or is fixed said beside each. On the
// pass, and for staff.
import { useId, useState } from 'react';
import { ApiError, isLost, referenceOf } from '@/lib/api/client';
import type { ExamChoice as Choice } from '@/lib/api/types';
import { named, overlap } from '@/lib/catalogue/overlaps';
import { hours, shortDay } from '@/lib/examTime';
import { useProblem } from '@/lib/useProblem';
import { BusyLabel } from './BusyLabel';
import { Button } from './Button';
import { ErrorBanner } from './ErrorBanner';
import styles from './ExamChoice.module.css';

type Offer = Choice['exams'][number];

/** What is ticked, and what the choice was when it was made; undefined as long as nothing was touched. */
export type Picked = { exams: readonly string[]; version: number; chosen: readonly string[] } | undefined;

interface Props {
  choice: Choice;
  /** Makes the choice; its answer is what is chosen then. */
  save: (exams: string[], version: number) => Promise<Choice | undefined>;
  /** Shows what was saved; without it, looks again at what there is. */
  reload: (saved?: Choice) => Promise<unknown>;
  /** What is picked and not saved, and a change of it, where the page keeps that for longer than it is shown. */
  draft?: readonly [Picked, (picked: Picked) => void];
  /** Staff who may not choose see what is chosen. */
  isFixed?: boolean;
  /** Staff choose and drop exams also once their seats are given out. */
  isByStaff?: boolean;
}

const own = {
  lost: 'We do not know whether your choice has arrived. Please press the button again: it is saved once.',
  stale: 'This registration was changed meanwhile. Please look at your choice once more, and save it again.',
  failed: 'Your choice could not be saved. Please try again.',
};
const byStaff = {
  lost: 'It is not known whether the choice was saved. Press the button again: it is saved once.',
  stale: 'This was changed meanwhile. Look at the choice once more, and save it again.',
  failed: 'The choice could not be saved. Please try again.',
};

export function ExamChoice({ choice, save, reload, draft, isFixed = false, isByStaff = false }: Props) {
  const onPage = useState<Picked>();
  const [picked, pick] = draft ?? onPage;
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { problem, fail, clear } = useProblem<{ words: string; reference: string | undefined }>();
  const { exams, chosen, version, open } = choice;
  const current = new Set(picked?.exams ?? chosen);
  const isChanged = current.size !== chosen.length || chosen.some((exam) => !current.has(exam));
  // Of a version with the same choice there is nothing to ask.
  const isOutdated =
    isChanged && picked !== undefined && picked.version !== version && !isSame(picked.chosen, chosen);
  const mayChange = !isFixed && (open || isByStaff);

  const change = (exam: string, isPicked: boolean) => {
    const next = new Set(current);
    if (isPicked) next.add(exam);
    else next.delete(exam);
    pick({ exams: [...next], version: picked?.version ?? version, chosen: picked?.chosen ?? chosen });
    setSaved(false);
    clear();
  };
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    clear();
    try {
      await reload(await save([...current], version));
      pick(undefined);
      setSaved(true);
    } catch (error) {
      // What is full or fixed by now shows beside the exams; what was picked stays picked.
      if (error instanceof ApiError && error.outcome === 'refused') await reload().catch(() => undefined);
      fail({ words: wordsOf(error, isByStaff ? byStaff : own), reference: referenceOf(error) });
    } finally {
      setBusy(false);
    }
  };

  const days = [...new Set(exams.map(({ date }) => date))];
  return (
    <div className={styles.choice}>
      {days.map((day) => (
        <fieldset key={day} className={styles.day}>
          <legend>{shortDay(day) || 'Day to be announced'}</legend>
          {exams
            .filter(({ date }) => date === day)
            .map((exam) => (
              <Row
                key={exam.course}
                exam={exam}
                isPicked={current.has(exam.course)}
                hint={hintOf(exam, exams, current, { isChosen: chosen.includes(exam.course), isByStaff })}
                isDisabled={isFixed || isBusy}
                onPick={(isPicked) => {
                  change(exam.course, isPicked);
                }}
              />
            ))}
        </fieldset>
      ))}
      {problem && (
        <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
          {problem.words}
        </ErrorBanner>
      )}
      {mayChange && isOutdated && (
        <div role="alert" className={styles.end}>
          <p>{`The choice was changed meanwhile. It is now: ${namesOf(exams, chosen)}.`}</p>
          <Button
            look="quiet"
            onClick={() => {
              pick(undefined);
            }}
          >
            Take this choice
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              pick({ exams: [...current], version, chosen });
            }}
          >
            Go on with what is ticked
          </Button>
        </div>
      )}
      {mayChange && !isOutdated && (
        <div className={styles.end}>
          <Button onClick={() => void send()} disabled={isBusy || (!isChanged && !problem)}>
            <BusyLabel busy={isBusy && 'Saving…'}>{saveLabel(current.size)}</BusyLabel>
          </Button>
          <p role="status" className={styles.state}>
            {isSaved ? 'Saved.' : ''}
          </p>
        </div>
      )}
    </div>
  );
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((exam) => other.includes(exam));

const namesOf = (exams: readonly Offer[], chosen: readonly string[]): string =>
  exams
    .filter(({ course }) => chosen.includes(course))
    .map(({ examName }) => examName)
    .join(', ') || 'no exam';

function wordsOf(error: unknown, { lost, stale, failed }: typeof own): string {
  if (error instanceof ApiError && error.details.code === 'stale_version') return stale;
  if (isLost(error)) return lost;
  const said = error instanceof ApiError ? error.message : '';
  return said || failed;
}

const saveLabel = (count: number) =>
  count === 0 ? 'Save: no exam' : count === 1 ? 'Save 1 exam' : `Save ${String(count)} exams`;

interface Hint {
  words: string;
  /** It cannot be picked, or dropped. */
  isFixed: boolean;
}

/** What is to be known of an exam beside its hours. */
function hintOf(
  exam: Offer,
  all: readonly Offer[],
  picked: ReadonlySet<string>,
  { isChosen, isByStaff }: { isChosen: boolean; isByStaff: boolean },
): Hint {
  const isPicked = picked.has(exam.course);
  if (exam.closed && !isByStaff) {
    const words = isChosen ? 'Your seat is given out, so this is fixed' : 'The seats are given out';
    // What was changed before the seats were given out can be taken back.
    return { words, isFixed: isPicked === isChosen };
  }
  const clashing = all.filter(
    (other) => other !== exam && picked.has(other.course) && overlap(timed(exam), timed(other)),
  );
  if (clashing.length > 0) {
    const names = named(clashing.map(timed), all.map(timed));
    return { words: `At the same time as ${names}`, isFixed: !isPicked };
  }
  if (exam.closed) return { words: followsFrom(isPicked, isChosen), isFixed: false };
  if (exam.sold_out && !isChosen) return { words: 'Sold out', isFixed: !isPicked };
  const left = exam.seats_left;
  const words =
    left === undefined || left === null || left === 0
      ? ''
      : left === 1
        ? '1 place left'
        : `${String(left)} places left`;
  return { words, isFixed: false };
}

/** What a change of staff does where the seats are given out. */
const followsFrom = (isPicked: boolean, isChosen: boolean) =>
  isPicked === isChosen
    ? 'The seats are given out'
    : isPicked
      ? 'The seats are given out: the next free one follows'
      : 'The seats are given out: this seat is given up';

const timed = ({ course, examName, collegeName, date, timeStart, timeEnd, venue }: Offer) => ({
  id: course,
  course: examName,
  college: collegeName,
  date,
  start: timeStart,
  end: timeEnd,
  hall: venue,
});

interface RowProps {
  exam: Offer;
  isPicked: boolean;
  hint: Hint;
  isDisabled: boolean;
  onPick: (isPicked: boolean) => void;
}

function Row({ exam, isPicked, hint, isDisabled, onPick }: RowProps) {
  const id = useId();
  const { examName, collegeName, timeStart, timeEnd, venue } = exam;
  const held = [hours(timeStart, timeEnd), venue].filter(Boolean).join(' · ');
  return (
    <div className={styles.row}>
      <input
        id={id}
        type="checkbox"
        checked={isPicked}
        disabled={isDisabled || hint.isFixed}
        aria-describedby={`${id}-more`}
        onChange={({ target }) => {
          onPick(target.checked);
        }}
      />
      <label htmlFor={id}>
        <b>{examName}</b>
        <span>{collegeName}</span>
      </label>
      <p id={`${id}-more`} className={styles.more}>
        <span>{held || 'Hours to be announced'}</span>
        <span className={styles.hint}>{hint.words}</span>
      </p>
    </div>
  );
}
