// Prints lists and nothing of the screen.
import { event } from '@/content/event';
import { serverNow } from '@/lib/lastCall';
import { date } from '@/portal/kit/ui/format';
import { OnPaper } from '@/portal/kit/ui/OnPaper';
import { useFreshPrinting } from '@/portal/kit/ui/useFreshPrinting';
import styles from './PrintLists.module.css';
import { examOf, isOnline, type Paper, type PaperSheet } from './sheets';

export function usePaper() {
  const { printed, isReading, printFresh } = useFreshPrinting<Paper>();
  return {
    isBusy: isReading,
    print: printFresh,
    sheets: printed && <Sheets paper={printed} />,
  };
}

function Sheets({ paper: { sheets, elsewhere } }: { paper: Paper }) {
  return (
    <OnPaper id="attendance-lists" className={styles.paper} aria-label="Lists to print">
      {sheets.map((sheet) => (
        <Sheet key={`${sheet.title} ${sheet.facts}`} sheet={sheet} />
      ))}
      {elsewhere > 0 && (
        <p className={styles.foot}>
          {`Not on this list: ${String(elsewhere)} ${elsewhere === 1 ? 'pass' : 'passes'} for exams of another day, which also admit on this one. Print the lists of that day, too.`}
        </p>
      )}
      <p className={styles.foot}>
        {`Printed on ${date(new Date(serverNow()).toISOString())}. Personal data: shred after the event.`}
      </p>
    </OnPaper>
  );
}

function Sheet({ sheet: { title, facts, rows, hasExams } }: { sheet: PaperSheet }) {
  return (
    <table className={styles.sheet}>
      {/* A browser repeats it on each page. */}
      <thead>
        <tr>
          <th colSpan={hasExams ? 6 : 5} className={styles.heading}>
            <span className={styles.title}>{title}</span>
            <span>{[event.name, facts, `${String(rows.length)} people`].filter(Boolean).join(' · ')}</span>
          </th>
        </tr>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Name</th>
          <th scope="col">Pass no.</th>
          <th scope="col">Phone</th>
          {hasExams && <th scope="col">Exam</th>}
          <th scope="col" className={styles.signature}>
            Signature
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((candidate, place) => (
          <tr key={candidate.customer_id}>
            <td>{place + 1}</td>
            <td>
              <span translate="no">{candidate.name}</span>
              {isOnline(candidate) && <strong className={styles.online}>Online</strong>}
            </td>
            <td className={styles.whole} translate="no">
              {candidate.pass_no}
            </td>
            <td className={styles.whole}>{candidate.phone}</td>
            {hasExams && <td>{examOf(candidate)}</td>}
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
