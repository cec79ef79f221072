// Under what went wrong on the server: the id by which an operator finds it in the log, to be copied with one click.
import styles from './Reference.module.css';

export function Reference({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <p className={styles.reference}>
      Reference:{' '}
      <code className={styles.id} translate="no">
        {id}
      </code>
    </p>
  );
}
