// The place of the partner institutes, whatever there is to say of them.
import type { ReactNode } from 'react';
import styles from './Partners.module.css';

export function Partners({ children }: { children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby="partners-heading">
      <h2 id="partners-heading" tabIndex={-1}>
        Our partner institutes
      </h2>
      <div className={styles.place}>{children}</div>
    </section>
  );
}
