// How to reach the organisers.
import { ContactWays } from '@/components/ContactWays';
import { Page } from '@/components/Page';
import { WithoutScript } from '@/components/WithoutScript';
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
          <ContactWays />
        </div>
        <div className={styles.message}>
          {isHydrated ? <ContactForm /> : <WithoutScript what="Sending a message from here" />}
        </div>
      </div>
    </Page>
  );
}
