// The way to a person, always in sight.
import { event } from '@/content/event';
import styles from './FloatingButtons.module.css';

const { phones, whatsapp } = event.contact;

export function FloatingButtons() {
  return (
    <nav className={styles.buttons} aria-label="Quick contact">
      <a href={phones[0].href} aria-label="Call us" className={styles.way}>
        <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
          <path d="M6.6 10.8a15 15 0 0 0 6.6 6.6l2.2-2.2a1 1 0 0 1 1-.25 11.4 11.4 0 0 0 3.6.57 1 1 0 0 1 1 1V20a1 1 0 0 1-1 1A17 17 0 0 1 3 4a1 1 0 0 1 1-1h3.5a1 1 0 0 1 1 1c0 1.25.2 2.45.57 3.57a1 1 0 0 1-.25 1z" />
        </svg>
        <span className={styles.words}>Call us</span>
      </a>
      <a
        href={whatsapp.href}
        target="_blank"
        rel="noreferrer"
        aria-label="Chat with us on WhatsApp"
        className={`${styles.way ?? ''} ${styles.chat ?? ''}`}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path
            d="M4 20l1.2-4A8.5 8.5 0 1 1 8.3 19z"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
          />
          <path
            d="M9 8.5c-.6 3 3.5 7 6.5 6.5l.7-1.6-2-1.3-1 .9a5.5 5.5 0 0 1-2.2-2.2l.9-1-1.3-2z"
            fill="currentColor"
          />
        </svg>
        <span className={styles.words}>WhatsApp</span>
      </a>
    </nav>
  );
}
