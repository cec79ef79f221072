// What a student agrees to by paying, under what is pressed to pay. The links open beside the form.
import { paths } from '@/lib/paths';
import styles from './NoRefunds.module.css';

export function Agreement() {
  return (
    <p className={styles.words}>
      You pay on our payment partner’s secure page: UPI, credit or debit card. By registering you accept our{' '}
      <LinkBeside to={paths.terms}>Terms &amp; Conditions</LinkBeside>.{' '}
      <strong>No refunds after registration.</strong> We use your details to run the exams and to send you
      your pass: <LinkBeside to={`${paths.terms}#privacy`}>Privacy Policy</LinkBeside>. Under 18? By
      registering, your parent or guardian agrees for you.
    </p>
  );
}

function LinkBeside({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      <span>{children}</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
