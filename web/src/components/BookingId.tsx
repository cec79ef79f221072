// What the organisers ask for when somebody calls about a payment, to be copied with one click.
import styles from './Reference.module.css';

interface Props {
  id: string | undefined;
  /** On a page of something that went wrong. */
  isToQuote?: boolean;
}

export function BookingId({ id, isToQuote = false }: Props) {
  if (!id) return null;
  return (
    <p className={styles.reference}>
      <span>Booking ID </span>
      <code translate="no" className={styles.id}>
        {id}
      </code>
      {isToQuote && <span className={styles.quote}>Please quote it when you write to us.</span>}
    </p>
  );
}
