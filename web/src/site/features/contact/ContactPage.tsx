// How to reach the organisers.
import { ContactWays } from '@/components/ContactWays';
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { TakesLong } from '@/components/TakesLong';
import { WithoutScript } from '@/components/WithoutScript';
import { paths } from '@/lib/paths';
import { useHydrated } from '@/lib/useHydrated';
import { ContactForm } from './ContactForm';
import styles from './ContactPage.module.css';

export function ContactPage() {
  const isHydrated = useHydrated();
  return (
    <Page title="Contact Us">
      <div className={styles.page}>
        <div className={styles.stack}>
          <h1>Contact Us</h1>
          <p>
            Questions about an exam, your registration or a payment? Call, write or send us a message. For a
            payment, please have your booking ID ready.
          </p>
          <p>
            Is it your pass that is missing? <Link to={paths.findPass}>Find my pass</Link> mails it to you
            again.
          </p>
          <ContactWays />
        </div>
        <div className={styles.message}>
          {isHydrated ? (
            <ContactForm />
          ) : (
            <>
              <TakesLong />
              <WithoutScript what="Sending a message from here" />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}
