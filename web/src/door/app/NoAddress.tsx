// For addresses below the door's: it has one page.
import { paths } from '@/lib/paths';
import styles from './Message.module.css';

export function NoAddress() {
  return (
    <main className={styles.message}>
      <title>Page not found | Door</title>
      <h1>Page not found</h1>
      <p>This address leads nowhere. It may have been typed wrongly.</p>
      <p>
        <a href={paths.door}>Open the door</a>
      </p>
    </main>
  );
}
