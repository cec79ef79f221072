// Lists on paper for the table at the hall: who is expected, with room for a signature. A list for each exam and hall.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { event } from '@/content/event';
import { BusyLabel } from '@/components/BusyLabel';
import { serverNow } from '@/lib/lastCall';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { Button } from '@/portal/kit/ui/elements';
import { date } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { paperOf, type ListedCandidate, type ListPage } from './sheets';
import styles from './PrintLists.module.css';

interface Paper {
  page: ListPage;
  candidates: ListedCandidate[];
}

export function PrintLists({ list }: { list: string }) {
  const [isBusy, setBusy] = useState(false);
  const [paper, setPaper] = useState<Paper>();
  const toaster = useToaster();

  useEffect(() => {
    if (!paper) return;
    const done = () => {
      setPaper(undefined);
    };
    addEventListener('afterprint', done);
    window.print();
    return () => {
      removeEventListener('afterprint', done);
    };
  }, [paper]);

  const print = async () => {
    setBusy(true);
    try {
      setPaper(await readAll(list));
    } catch (error) {
      toaster.error(failureText(error, 'The lists could not be made. Please try again.'), error);
    }
    setBusy(false);
  };

  return (
    <>
      <Button look="quiet" disabled={isBusy} onClick={() => void print()}>
        <BusyLabel busy={isBusy && 'Making lists...'}>Print lists</BusyLabel>
      </Button>
      {paper && createPortal(<Sheets paper={paper} />, document.body)}
    </>
  );
}

/** All pages: a list on paper is whole or not there. */
async function readAll(list: string): Promise<Paper> {
  const candidates: ListedCandidate[] = [];
  let next: string | null | undefined;
  for (;;) {
    const page: ListPage = await callForBody('get', '/api/check-in/attendance/candidates', {
      query: next ? { list, page: next } : { list },
    });
    candidates.push(...page.candidates);
    next = page.next;
    if (!next) return { page, candidates };
  }
}

function Sheets({ paper: { page, candidates } }: { paper: Paper }) {
  const { sheets, elsewhere } = paperOf(page, candidates);
  return (
    <section id="attendance-lists" className={styles.paper} aria-label="Lists to print">
      {sheets.map(({ title, facts, rows }) => (
        <table key={`${title} ${facts}`} className={styles.sheet}>
          {/* A browser repeats it on each page. */}
          <thead>
            <tr>
              <th colSpan={5} className={styles.heading}>
                <span className={styles.title}>{title}</span>
                <span>
                  {[event.name, facts, `${String(rows.length)} expected`].filter(Boolean).join(' · ')}
                </span>
              </th>
            </tr>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Name</th>
              <th scope="col">Pass no.</th>
              <th scope="col">Phone</th>
              <th scope="col" className={styles.signature}>
                Signature
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ customer_id, name, pass_no, phone }, place) => (
              <tr key={customer_id}>
                <td>{place + 1}</td>
                <td translate="no">{name}</td>
                <td className={styles.whole} translate="no">
                  {pass_no}
                </td>
                <td className={styles.whole}>{phone}</td>
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {elsewhere > 0 && (
        <p className={styles.foot}>
          {`Not on these lists: ${String(elsewhere)} ${elsewhere === 1 ? 'pass' : 'passes'} for exams of another day, which also admit on this one. Print the lists of that day, too.`}
        </p>
      )}
      <p className={styles.foot}>
        {`Printed on ${date(new Date(serverNow()).toISOString())}. Personal data: shred after the event.`}
      </p>
    </section>
  );
}
