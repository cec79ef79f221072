// The registration part of the landing page.
import { Link } from '@/components/Link';
import { prerendered } from '@/components/Prerendered';
import { WithoutScript } from '@/components/WithoutScript';
import { rupees } from '@/lib/format';
import { paths, registerAnchor } from '@/lib/paths';
import { useHydrated } from '@/lib/useHydrated';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptStore } from './attempt';
import { useRegistration } from './RegistrationContext';
import { RegistrationForm, Waiting } from './RegistrationForm';
import box from '@/components/Box.module.css';
import styles from './RegistrationSection.module.css';

const Promises = prerendered('promises', () => import('./Promises').then((module) => module.Promises));

export function RegistrationSection() {
  const { touchSection } = useRegistration();
  const isHydrated = useHydrated();
  return (
    <section id={registerAnchor} className={styles.section} aria-labelledby="register-heading">
      <div className={styles.columns}>
        <Promises />
        <div className={box.card} onFocusCapture={touchSection} onInputCapture={touchSection}>
          {isHydrated ? (
            <>
              <OpenOrder />
              <RegistrationForm place="section" />
            </>
          ) : (
            <>
              <Waiting />
              <WithoutScript what="Registering here" isOfExams />
            </>
          )}
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
    <p className={box.notice}>
      <span>
        {`You have started a registration for ${attempt.summary.packageName} (${rupees(attempt.order.order_amount)}).`}
      </span>{' '}
      <Link to={paths.checkout}>See your order</Link>
    </p>
  );
}
