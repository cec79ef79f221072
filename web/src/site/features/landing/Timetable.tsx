// Every exam with its hours and hall, a day at a time or those of one college: on a wide screen the halls side by side, on a
// phone two lines for each. Each exam leads to the form with itself chosen.
import { use, useId, useState } from 'react';
import { Button } from '@/components/Button';
import { Link } from '@/components/Link';
import { Reference } from '@/components/Reference';
import { daysOf, examsOf, toBeAnnounced, type Exam } from '@/lib/catalogue/examTimes';
import { useCatalogue } from '@/lib/catalogue/packages';
import { clashesOf, named, pairsOf } from '@/lib/catalogue/overlaps';
import { hours, longDay, shortDay } from '@/lib/examTime';
import { choicePath } from '@/lib/registration/choicePath';
import { SaleContext } from '@/lib/sale';
import { instead } from '@/lib/saleWords';
import { ExamTimes } from './ExamTimes';
import { lanesOf, mostLanes, type Lane } from './lanes';
import { useMedia } from './useMotion';
import box from '@/components/Box.module.css';
import fieldStyles from '@/components/Field.module.css';
import overlapStyles from '@/components/overlap.module.css';
import styles from './ExamTimes.module.css';

export function Timetable() {
  const { list, hasFailed, reference, retry } = useCatalogue();
  const sale = use(SaleContext);
  // What is said of the sale comes with it: nothing moves afterwards.
  if (!list || !sale) {
    return (
      <ExamTimes>
        {hasFailed && !list ? (
          <div className={styles.waiting}>
            <p role="status">The exam times could not be loaded.</p>
            <Button look="quiet" onClick={retry}>
              Load them again
            </Button>
            <Reference id={reference} />
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
        <Days exams={exams} closed={instead(sale)} />
      ) : (
        <p className={styles.waiting}>The exam times will be announced here.</p>
      )}
    </ExamTimes>
  );
}

interface DaysProps {
  exams: readonly Exam[];
  /** What there is to say where nobody can register now. */
  closed: string | undefined;
}

function Days({ exams, closed }: DaysProps) {
  const [college, setCollege] = useState('');
  const [chosenDay, setDay] = useState<string>();
  const days = daysOf(exams);
  const colleges = [...new Set(exams.map((exam) => exam.college))].sort();
  const ofCollege = colleges.includes(college) && exams.filter((exam) => exam.college === college);
  const day = days.find(({ date }) => date === chosenDay) ?? days[0];
  const shown = ofCollege ? daysOf(ofCollege) : day ? [day] : [];
  const clashes = clashesOf(exams);
  return (
    <>
      {closed && <p className={box.notice}>{closed}</p>}
      <div className={styles.filters}>
        {days.length > 1 && !ofCollege && day && (
          <DaySwitch days={days.map(({ date }) => date)} chosen={day.date} onChoose={setDay} />
        )}
        {colleges.length > 1 && <CollegeFilter colleges={colleges} chosen={college} onChoose={setCollege} />}
      </div>
      {shown.map(({ date, exams: ofDay }) => (
        <div key={date} className={styles.day}>
          <h3 className={days.length > 1 && !ofCollege ? 'visually-hidden' : undefined}>
            {date ? longDay(date) : toBeAnnounced}
          </h3>
          <OfDay exams={ofDay} clashes={clashes} closed={closed} />
          <SameTime exams={ofDay} all={exams} />
        </div>
      ))}
      <p className={styles.zone}>All times are Indian Standard Time.</p>
    </>
  );
}

interface SwitchProps {
  days: readonly string[];
  chosen: string;
  onChoose: (day: string) => void;
}

function DaySwitch({ days, chosen, onChoose }: SwitchProps) {
  const name = useId();
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">Day</legend>
      {days.map((date) => (
        <label key={date}>
          <input
            type="radio"
            name={name}
            checked={date === chosen}
            onChange={() => {
              onChoose(date);
            }}
          />
          <span>{shortDay(date) || 'Later'}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FilterProps {
  colleges: readonly string[];
  chosen: string;
  onChoose: (college: string) => void;
}

function CollegeFilter({ colleges, chosen, onChoose }: FilterProps) {
  const id = useId();
  return (
    <p className={styles.college}>
      <label htmlFor={id} className="visually-hidden">
        Exams of
      </label>
      <select
        id={id}
        className={fieldStyles.control}
        value={chosen}
        onChange={({ target }) => {
          onChoose(target.value);
        }}
      >
        <option value="">All colleges</option>
        {colleges.map((college) => (
          <option key={college}>{college}</option>
        ))}
      </select>
    </p>
  );
}

interface OfDayProps extends DaysProps {
  clashes: ReadonlyMap<string, unknown>;
}

function OfDay({ exams, closed, clashes }: OfDayProps) {
  const isWide = useMedia('(min-width: 60rem)');
  const lanes = lanesOf(exams);
  const isGrid = isWide && lanes.length > 1 && lanes.length <= mostLanes;
  const item = (exam: Exam, lane?: Lane) => (
    <Row
      key={exam.id}
      exam={exam}
      closed={closed}
      isDouble={clashes.has(exam.id)}
      {...(lane && { lane, at: lanes.indexOf(lane) + 1 })}
    />
  );
  if (!isGrid) return <ul className={styles.list}>{exams.map((exam) => item(exam))}</ul>;
  return (
    <ul
      className={styles.halls}
      style={{ gridTemplateColumns: `repeat(${String(lanes.length)}, minmax(0, 1fr))` }}
    >
      {lanes.map(({ hall, first }) => (
        <li key={first} aria-hidden="true" className={styles.hall}>
          {hall || 'Hall to be announced'}
        </li>
      ))}
      {exams.map((exam) =>
        item(
          exam,
          lanes.find((lane) => lane.rows.has(exam.id)),
        ),
      )}
    </ul>
  );
}

interface RowProps {
  exam: Exam;
  closed: string | undefined;
  /** Whether another exam is at the same time. */
  isDouble: boolean;
  /** Its column beside other halls, and which that is. */
  lane?: Lane;
  at?: number;
}

function Row({ exam, closed, isDouble, lane, at }: RowProps) {
  const { id, course, college, start, end, hall, left } = exam;
  return (
    <li
      className={styles.exam}
      data-double={isDouble}
      style={lane && { gridColumn: at, gridRow: lane.rows.get(id) }}
    >
      <p className={styles.when}>
        <span className={isDouble ? overlapStyles.mark : undefined}>
          {hours(start, end) || toBeAnnounced}
        </span>
        <span className={lane ? 'visually-hidden' : styles.where}>{hall || 'Hall to be announced'}</span>
      </p>
      <div>
        <h4>
          <Link to={choicePath({ college, course, exam: id })}>
            <span>{course}</span>
            <span className="visually-hidden">{`, ${college}: ${closed ?? 'choose this exam'}`}</span>
          </Link>
        </h4>
        <p>{[college, !closed && left].filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  );
}

/** Of those that nobody can sit both, each two once. */
function SameTime({ exams, all }: { exams: readonly Exam[]; all: readonly Exam[] }) {
  const pairs = pairsOf(exams);
  if (pairs.length === 0) return null;
  return (
    <ul>
      {pairs.map((pair) => (
        <li
          key={pair.map(({ id }) => id).join(' ')}
          className={`${overlapStyles.mark ?? ''} ${styles.same ?? ''}`}
        >
          {`${named(pair, all)} are at the same time: one can sit one of them.`}
        </li>
      ))}
    </ul>
  );
}
