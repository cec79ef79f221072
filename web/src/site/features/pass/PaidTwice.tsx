// For an address that has paid for the same twice, on each of its passes: two tabs, two devices, two people of one family.
import { event } from '@/content/event';
import type { Pass } from '@/lib/api/types';
import { rupees } from '@/lib/format';
import styles from '@/components/ChargedTwice.module.css';

type Payments = NonNullable<Pass['paid_twice']>;

const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

export function PaidTwice({ orderId, others }: { orderId: string; others: Payments }) {
  const { email } = event.contact;
  return (
    <section role="alert" className={styles.notice}>
      <h2>This was paid for twice</h2>
      <p>
        Two payments of your email address for the same have arrived. Our team has been notified of both, and
        this pass is valid. Nothing more is to be paid.
      </p>
      <p>
        Please also write to <a href={`mailto:${email}`}>{email}</a> within 24 hours, and name both bookings:
      </p>
      <ul>
        <li>
          <span>This one, booking ID</span> <span translate="no">{orderId}</span>
        </li>
        {others.map((other) => (
          <li key={other.pass_no}>{inWords(other)}</li>
        ))}
      </ul>
    </section>
  );
}

function inWords({ pass_no, paid_for, amount, paid_at }: Payments[number]): string {
  const when = paid_at ? ` on ${moment.format(new Date(paid_at))}` : '';
  return `Pass no. ${pass_no}, ${paid_for}, ${rupees(amount)}${when}`;
}
