// What a student agrees to by paying, under what is pressed to pay. The links open beside the form.
import type { ReactNode } from 'react';
import { paths } from '@/lib/paths';
import styles from './NoRefunds.module.css';

export function Agreement() {
  return (
    <p className={styles.words}>
      By registering you accept our <Beside to={paths.terms}>Terms &amp; Conditions</Beside>.{' '}
      <strong>No refunds after registration.</strong> We use your details to run the exams and to send you
      your pass: <Beside to={`${paths.terms}#privacy`}>Privacy Policy</Beside>. Under 18? By registering, your
      parent or guardian agrees for you.
    </p>
  );
}

function Beside({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
