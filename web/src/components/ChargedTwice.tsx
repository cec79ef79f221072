// For somebody whose money came twice: an order was given up, the next one was paid, and then the first one, too.
import { event } from '@/content/event';
import { usePaymentStatus } from '@/lib/api/usePaymentStatus';
import { siblingOrders } from '@/lib/registration/siblingOrders';
import { useSessionStore } from '@/lib/sessionStore';
import styles from './ChargedTwice.module.css';

const askEveryMs = 30_000;

/** Nothing, unless another order of the registration that this paid one is for has been paid as well. */
export function ChargedTwice({ orderId }: { orderId: string }) {
  const orders = useSessionStore(siblingOrders);
  if (!orders.includes(orderId)) return null;
  return orders
    .filter((other) => other !== orderId)
    .map((other) => <IfPaid key={other} orderId={orderId} other={other} />);
}

function IfPaid({ orderId, other }: { orderId: string; other: string }) {
  const { data: payment } = usePaymentStatus(other, {
    refreshInterval: (latest) => (latest?.status === 'PAID' ? 0 : askEveryMs),
  });
  if (payment?.status !== 'PAID') return null;
  const { email } = event.contact;
  return (
    <section role="alert" className={styles.notice}>
      <h2>You have been charged twice</h2>
      <p>
        Two payments for the same registration have arrived. Our team has been notified of both and will write
        to you about the second one. Your pass is valid.
      </p>
      <p>
        Please also write to{' '}
        <a href={`mailto:${email}`} translate="no">
          {email}
        </a>{' '}
        <span>{`within ${event.disputeHours} hours, and name both bookings:`}</span>
      </p>
      <ul>
        <li translate="no">{orderId}</li>
        <li translate="no">{other}</li>
      </ul>
    </section>
  );
}
