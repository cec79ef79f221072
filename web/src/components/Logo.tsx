// The name of the expo with its mark.
import { event } from '@/content/event';
import styles from './Logo.module.css';

const [name, place] = event.wordmark;

export function Logo() {
  return (
    <span className={styles.logo}>
      <img src="/favicon.svg" alt="" width={36} height={36} />
      <span className={styles.words} data-name>
        <span>{name}</span>
        <span className={styles.place}>{place}</span>
      </span>
    </span>
  );
}
