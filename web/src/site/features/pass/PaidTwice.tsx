// For an address that has paid for the same twice, on each of its passes: two tabs, two devices, two people of one family.
import { event } from '@/content/event';
import type { Pass } from '@/lib/api/types';
import { rupees } from '@/lib/format';
import styles from '@/components/ChargedTwice.module.css';

const soon = `within ${event.disputeHours} hours, and name both bookings:`;

type Payments = NonNullable<Pass['paid_twice']>;

const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

export function PaidTwice({ pass, others }: { pass: Pass; others: Payments }) {
  const { email } = event.contact;
  const isOfOthers = others.every(({ name }) => name);
  return (
    <section role="alert" className={styles.notice}>
      {isOfOthers ? (
        <>
          <h2>Paid for another name, too</h2>
          <p>
            Your email address has paid for the same once more, for somebody else. If these are two people,
            nothing is wrong: each has a pass of their own, and there is nothing to do.
          </p>
          <p>
            Otherwise please write to <a href={`mailto:${email}`}>{email}</a> <span>{soon}</span>
          </p>
        </>
      ) : (
        <>
          <h2>This was paid for twice</h2>
          <p>
            Two payments of your email address for the same have arrived. Our team has been notified of both,
            and this pass is valid. Nothing more is to be paid.
          </p>
          <p>
            Please also write to <a href={`mailto:${email}`}>{email}</a> <span>{soon}</span>
          </p>
        </>
      )}
      <ul>
        <li>
          <span>This one, for</span> <span translate="no">{pass.name}</span>
          <span>, booking ID</span> <span translate="no">{pass.order_id}</span>
        </li>
        {others.map((other) => (
          <li key={other.pass_no}>
            {other.name ? (
              <span>
                <span>For</span> <span translate="no">{other.name}</span>
                <span>: </span>
              </span>
            ) : null}
            <span>{inWords(other)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function inWords({ pass_no, paid_for, amount, paid_at }: Payments[number]): string {
  const when = paid_at ? ` on ${moment.format(new Date(paid_at))}` : '';
  return `Pass no. ${pass_no}, ${paid_for}, ${rupees(amount)}${when}`;
}
