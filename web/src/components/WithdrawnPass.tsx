// For who has paid, and whose pass is not accepted any more: the money went back, or the organisers took the pass back. And for
// who has the address of a pass that goes by another one now.
import type { WithdrawnPass as Withdrawn } from '@/lib/api/usePass';
import { usePaymentStatus } from '@/lib/api/usePaymentStatus';
import { paths } from '@/lib/paths';
import { BookingId } from './BookingId';
import { Link } from './Link';
import { MoneyBack } from './MoneyBack';
import styles from './WithdrawnPass.module.css';

interface Props {
  orderId: string;
  withdrawn: Withdrawn;
}

export function WithdrawnPass({ orderId, withdrawn: { isReplaced, message } }: Props) {
  const { data: payment } = usePaymentStatus(isReplaced ? undefined : orderId);
  if (isReplaced) {
    return (
      <div className={styles.withdrawn}>
        <h1>This link was replaced</h1>
        <p role="alert">{message}</p>
        <p>
          <Link to={paths.findPass}>Find my pass</Link>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.withdrawn}>
      <h1>Your pass was withdrawn</h1>
      <p role="alert">{message}</p>
      <p>
        If you think that this is a mistake, <Link to={paths.contactUs}>contact us</Link> with the name and
        the email address of the registration.
      </p>
      <MoneyBack backs={payment?.money_back} />
      <BookingId isToQuote id={orderId} />
    </div>
  );
}
