// A receipt on paper, for a payment at the counter.
import { event } from '@/content/event';
import { rupees } from '@/lib/format';
import { dateTime } from '@/portal/kit/ui/format';
import { OnPaper } from '@/portal/kit/ui/OnPaper';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import styles from './ReceiptPaper.module.css';

export interface Receipt {
  number: string;
  name: string;
  /** What was bought. */
  what: string;
  amount: number;
  mode: string;
  /** When the money was taken. */
  at: string;
  /** What went back since. */
  paidBack?: number;
}

/** While it is there, it is what is printed in place of the screen. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { number, name, what, amount, mode, at, paidBack = 0 } = receipt;
  const lines = [
    ['Receipt no.', number],
    ['Received from', name],
    ['For', what],
    ['Amount', rupees(amount)],
    ['Paid by', paymentModeLabel(mode)],
    ['Date', dateTime(at)],
    ...(paidBack > 0 ? [['Refunded', rupees(paidBack)]] : []),
  ];
  return (
    // A screen reader has what is on it from the screen.
    <OnPaper id="receipt" className={styles.paper} aria-hidden="true">
      <h1>{event.name}</h1>
      <p>Receipt</p>
      <dl>
        {lines.map(([term, text]) => (
          <Line key={term} term={term} text={text} />
        ))}
      </dl>
      <p>
        {event.dates}, {event.venue}
      </p>
      <p>{event.contact.email}</p>
    </OnPaper>
  );
}

function Line({ term, text }: { term: string | undefined; text: string | undefined }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </>
  );
}
