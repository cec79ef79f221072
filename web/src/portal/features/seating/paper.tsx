// What is printed of the seats: a list for the door of each hall, a label for each desk, and the plan of a hall.
import { event } from '@/content/event';
import { hours, shortDay } from '@/lib/examTime';
import { serverNow } from '@/lib/lastCall';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { dateTime } from '@/portal/kit/ui/format';
import { OnPaper } from '@/portal/kit/ui/OnPaper';
import styles from './paper.module.css';
import { rowsOf, takenOf, type HallSeats } from './seats';

export interface Printed {
  what: 'door' | 'labels' | 'plan';
  halls: readonly HallSeats[];
  exam: ExamDetail | undefined;
  isDraft: boolean;
}

/** A sheet of a draft that is hung up sends people to seats that are not theirs. */
const draftWords = 'Draft, not published';

const factsOf = (exam: ExamDetail | undefined) =>
  [
    event.name,
    exam && shortDay(exam.date),
    exam && hours(exam.timeStart, exam.timeEnd),
    exam?.reportingTime && `reporting at ${hours(exam.reportingTime, '')}`,
  ]
    .filter(Boolean)
    .join(' · ');

// A screen reader has what is on it from the screen.
export function SeatingPaper({ what, halls, exam, isDraft }: Printed) {
  const name = exam?.examName ?? 'Exam';
  return (
    <OnPaper id="seating-paper" className={styles.paper} aria-hidden="true">
      {halls.map((hall) => (
        <article key={hall.hall} className={styles.sheet}>
          {what === 'door' && <DoorList hall={hall} name={name} facts={factsOf(exam)} isDraft={isDraft} />}
          {what === 'labels' && <Labels hall={hall} name={name} isDraft={isDraft} />}
          {what === 'plan' && <Plan hall={hall} name={name} facts={factsOf(exam)} isDraft={isDraft} />}
        </article>
      ))}
      <p className={styles.foot}>
        {`Printed on ${dateTime(new Date(serverNow()).toISOString())}. Personal data: shred after the event.`}
      </p>
    </OnPaper>
  );
}

interface SheetProps {
  hall: HallSeats;
  name: string;
  facts: string;
  isDraft: boolean;
}

const byName = new Intl.Collator('en-IN');

function DoorList({ hall, name, facts, isDraft }: SheetProps) {
  const people = takenOf(hall).sort((one, other) => byName.compare(one.name ?? '', other.name ?? ''));
  return (
    <table className={styles.list}>
      {/* A browser repeats it on each page. */}
      <thead>
        <tr>
          <th colSpan={5} className={styles.heading}>
            {isDraft && <span className={styles.draft}>{draftWords}</span>}
            <span className={styles.title}>{`${hall.name} · ${name}`}</span>
            <span>{`${facts} · ${String(people.length)} people`}</span>
          </th>
        </tr>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Name</th>
          <th scope="col">Pass no.</th>
          <th scope="col">Seat</th>
          <th scope="col" className={styles.signature}>
            Signature
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((seat, place) => (
          <tr key={seat.seat}>
            <td>{place + 1}</td>
            <td translate="no">{seat.name}</td>
            <td className={styles.whole} translate="no">
              {seat.pass_no}
            </td>
            <td className={styles.seat} translate="no">
              {seat.seat}
            </td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Labels({ hall, name, isDraft }: Omit<SheetProps, 'facts'>) {
  return (
    <div className={styles.labels}>
      {takenOf(hall).map((seat) => (
        <div key={seat.seat} className={styles.label}>
          <p className={styles.large} translate="no">
            {seat.seat}
          </p>
          <div>
            <p className={styles.name} translate="no">
              {seat.name}
            </p>
            <p className={styles.whole} translate="no">
              {seat.pass_no}
            </p>
            <p>{`${name}, ${hall.name}`}</p>
            {isDraft && <p className={styles.draft}>{draftWords}</p>}
          </div>
        </div>
      ))}
    </div>
  );
}

function Plan({ hall, name, facts, isDraft }: SheetProps) {
  const of = new Map(hall.seats.map((seat) => [seat.seat, seat]));
  return (
    <>
      {isDraft && <p className={styles.draft}>{draftWords}</p>}
      <h1 className={styles.title}>{`${hall.name} · ${name}`}</h1>
      <p>{facts}</p>
      <p className={styles.front}>Front</p>
      <table className={styles.plan}>
        <tbody>
          {rowsOf(hall.rows, hall.columns).map(({ row, labels }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {labels.map((label) => {
                const seat = of.get(label);
                return (
                  <td key={label} className={seat ? undefined : styles.blocked}>
                    <strong translate="no">{seat ? label : '×'}</strong>
                    <span translate="no">{seat?.name ?? ''}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
