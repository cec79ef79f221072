// A turning ring beside words that say what is going on; it stands still when motion is not wanted.
import styles from './Spinner.module.css';

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
