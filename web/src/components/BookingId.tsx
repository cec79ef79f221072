// What the organisers ask for when somebody calls about a payment, to be copied with one click.
import styles from './Reference.module.css';

export function BookingId({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <p className={styles.reference}>
      <span>Booking ID</span>{' '}
      <code translate="no" className={styles.id}>
        {id}
      </code>
    </p>
  );
}
