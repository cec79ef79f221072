// How to reach the organisers.
import { Page } from '@/components/Page';
import { event } from '@/content/event';
import { useHydrated } from '@/lib/useHydrated';
import { ContactForm } from './ContactForm';
import styles from './ContactPage.module.css';

const { email, phones, whatsapp } = event.contact;

export function ContactPage() {
  const isHydrated = useHydrated();
  return (
    <Page title="Contact Us">
      <div className={styles.page}>
        <div className={styles.stack}>
          <h1>Contact Us</h1>
          <p>
            Questions about an exam, your registration or a payment? Call, write, or send a message. If it is
            about a payment, please have your booking ID ready.
          </p>
          <ul className={styles.ways}>
            {phones.map(({ shown, href }) => (
              <li key={href}>
                <a href={href}>
                  <span>Phone</span> <strong>{shown}</strong>
                </a>
              </li>
            ))}
            <li>
              <a href={`mailto:${email}`}>
                <span>E-mail</span> <strong>{email}</strong>
              </a>
            </li>
            <li>
              <a href={whatsapp.href} target="_blank" rel="noreferrer">
                <span>{whatsapp.shown}</span> <strong>Chat with us</strong>
              </a>
            </li>
          </ul>
        </div>
        <div className={styles.message}>{isHydrated && <ContactForm />}</div>
      </div>
    </Page>
  );
}
