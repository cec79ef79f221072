// What goes back of what was paid, wherever a payment is spoken of.
import { landing } from '@/content/landing';
import type { PaymentStatus } from '@/lib/api/types';
import { rupees } from '@/lib/format';
import styles from './ChargedTwice.module.css';

const { refundArrival } = landing.policies;

type Backs = NonNullable<PaymentStatus['money_back']>;

const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', timeZone: 'Asia/Kolkata' });

export function MoneyBack({ backs }: { backs: Backs | undefined }) {
  if (!backs || backs.length === 0) return null;
  return (
    <section role="status" className={styles.notice}>
      <h2>Money goes back to you</h2>
      <ul>
        {backs.map((back) => (
          <li key={`${back.at} ${String(back.amount)}`}>{words(back)}</li>
        ))}
      </ul>
      {backs.some(({ at_counter }) => !at_counter) ? (
        <p>{`It goes to where you paid from, and banks show it within ${refundArrival}.`}</p>
      ) : null}
    </section>
  );
}

function words({ amount, sent, automatic, at_counter, at }: Backs[number]): string {
  const sentBack = at_counter ? 'was paid back at the counter' : 'was sent back';
  const when = sent ? `${sentBack} on ${day.format(new Date(at))}` : 'is on its way back';
  return automatic
    ? `${rupees(amount)} of a payment that came twice or too late ${when}.`
    : `${rupees(amount)} ${when}.`;
}
