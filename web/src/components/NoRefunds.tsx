// What a student has to know before paying, beside what is pressed to pay.
import { Link } from './Link';
import { paths } from '@/lib/paths';
import styles from './NoRefunds.module.css';

export function NoRefunds() {
  return (
    <p className={styles.words}>
      No refunds after registration. <Link to={`${paths.terms}#refund`}>Terms</Link>
    </p>
  );
}
