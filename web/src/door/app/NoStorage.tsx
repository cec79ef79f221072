// Where a browser keeps nothing, a door would lose scans: it does not open.
import styles from './Message.module.css';

export function NoStorage() {
  return (
    <main className={styles.message}>
      <title>Door</title>
      <h1>This browser keeps nothing</h1>
      <p>
        The door needs storage for scans that are made without a network. Leave private browsing, or allow
        this site to store data, and load the page again.
      </p>
    </main>
  );
}
