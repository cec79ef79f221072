// For who has paid, and whose pass is not accepted any more: the money went back, or the organisers took the pass back.
import { usePaymentStatus } from '@/lib/api/usePaymentStatus';
import { paths } from '@/lib/paths';
import { BookingId } from './BookingId';
import { Link } from './Link';
import { MoneyBack } from './MoneyBack';
import styles from './WithdrawnPass.module.css';

interface Props {
  orderId: string;
  /** The server's words, which say why. */
  children: string;
}

export function WithdrawnPass({ orderId, children }: Props) {
  const { data: payment } = usePaymentStatus(orderId);
  return (
    <div className={styles.withdrawn}>
      <h1>Your pass was withdrawn</h1>
      <p role="alert">{children}</p>
      <p>
        If you think that this is a mistake, <Link to={paths.contactUs}>contact us</Link> with the name and
        the email address of the registration.
      </p>
      <MoneyBack backs={payment?.money_back} />
      <BookingId isToQuote id={orderId} />
    </div>
  );
}
