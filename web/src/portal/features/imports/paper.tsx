// What is printed for a group: the passes of all to be cut apart, and one receipt.
import { event } from '@/content/event';
import { rupees } from '@/lib/format';
import { QrCode } from '@/portal/kit/ui/QrCode';
import { dateTime } from '@/portal/kit/ui/format';
import { OnPaper } from '@/portal/kit/ui/OnPaper';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import type { Group } from './GroupList';
import styles from './paper.module.css';
import type { Member } from './usePeople';

interface Props {
  group: Group;
  members: readonly Member[];
}

const bought = ({ package: bought, college, course }: Group) =>
  [course ?? bought, college].filter(Boolean).join(', ');

// A screen reader has what is on it from the screen.
export function Passes({ members }: Pick<Props, 'members'>) {
  return (
    <OnPaper id="group-paper" className={styles.passes} aria-hidden="true">
      {members.map(({ customer_id, name, pass_no, qr, bought: what }) => (
        <article key={customer_id} className={styles.pass}>
          <QrCode text={qr ?? ''} label="" size="30mm" />
          <div>
            <p className={styles.name} translate="no">
              {name}
            </p>
            <p className={styles.number} translate="no">
              {pass_no}
            </p>
            {/* One whose registration was corrected since has another exam than the list. */}
            <p>{what}</p>
            <p>{`${event.name}, ${event.dates}`}</p>
            <p>{event.venue}</p>
          </div>
        </article>
      ))}
    </OnPaper>
  );
}

export function GroupReceipt({ group, members }: Props) {
  const sum = members.reduce((total, { amount }) => total + amount, 0);
  const refunded = members.reduce((total, { amount, net }) => total + amount - net, 0);
  const lines = [
    ['Receipt no.', group.receipt_no ?? ''],
    ['Received from', group.group],
    ['For', `${String(members.length)} × ${bought(group)}`],
    ['Amount', rupees(sum)],
    ...(refunded > 0 ? [['Refunded', rupees(refunded)] as const] : []),
    ['Paid by', paymentModeLabel(group.mode)],
    ...(group.reference ? [['Reference', group.reference] as const] : []),
    ['Date', dateTime(group.created_at)],
    ['Received by', group.created_by],
  ] as const;
  return (
    <OnPaper id="group-paper" className={styles.receipt} aria-hidden="true">
      <h1>{event.name}</h1>
      <p>Receipt</p>
      <dl>
        {lines.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Name</th>
            <th scope="col">Pass no.</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ customer_id, name, pass_no, amount }, place) => (
            <tr key={customer_id}>
              <td>{place + 1}</td>
              <td translate="no">{name}</td>
              <td translate="no">{pass_no}</td>
              <td>{rupees(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{`${event.dates}, ${event.venue}`}</p>
      <p>{event.contact.email}</p>
    </OnPaper>
  );
}
