// The registration part of the landing page.
import { Link } from '@/components/Link';
import { event } from '@/content/event';
import { rupees } from '@/lib/format';
import { paths, registerAnchor } from '@/lib/paths';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptStore } from './attempt';
import { useRegistration } from './RegistrationContext';
import { RegistrationForm } from './RegistrationForm';
import styles from './RegistrationSection.module.css';

const { heading, promises, fee } = event.registration;

export function RegistrationSection() {
  const { touchSection } = useRegistration();
  return (
    <section id={registerAnchor} className={styles.section} aria-labelledby="register-heading">
      <div className={styles.columns}>
        <div className={styles.promises}>
          <h2 id="register-heading" tabIndex={-1}>
            {heading}
          </h2>
          <ul className={styles.list}>
            {promises.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p className={styles.fee}>{fee}</p>
        </div>
        <div className={styles.card} onFocusCapture={touchSection} onInputCapture={touchSection}>
          <OpenOrder />
          <RegistrationForm place="section" />
        </div>
      </div>
    </section>
  );
}

/** The way back to an order that was started and perhaps not paid. */
function OpenOrder() {
  const attempt = useSessionStore(attemptStore);
  const { payment } = useRegistration();
  // While this very order is being paid, or has just met a problem, the form speaks for itself.
  if (!attempt?.orderId || payment.isBusy || payment.problem) return null;
  return (
    <p className={styles.open}>
      You have started a registration for {attempt.summary.packageName} ({rupees(attempt.order.order_amount)}
      ). <Link to={paths.checkout}>See it and pay</Link>
    </p>
  );
}
