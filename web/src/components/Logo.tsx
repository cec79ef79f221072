// The name of the expo with its mark.
import styles from './Logo.module.css';

export function Logo() {
  return (
    <span className={styles.logo}>
      <img src="/favicon.svg" alt="" width={36} height={36} />
      <span className={styles.words} data-name>
        Scholarship Expo <span className={styles.place}>Kochi</span>
      </span>
    </span>
  );
}
