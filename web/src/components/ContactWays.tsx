// Every way to reach the organisers, one below the other.
import { event } from '@/content/event';
import styles from './ContactWays.module.css';

const { email, phones, whatsapp } = event.contact;

export function ContactWays() {
  return (
    <ul className={styles.ways}>
      {phones.map(({ shown, href }) => (
        <li key={href}>
          <a href={href}>
            <span>Phone</span> <strong translate="no">{shown}</strong>
          </a>
        </li>
      ))}
      <li>
        <a href={`mailto:${email}`}>
          <span>Email</span> <strong translate="no">{email}</strong>
        </a>
      </li>
      <li>
        <a href={whatsapp.href} target="_blank" rel="noreferrer">
          <span>{whatsapp.shown}</span> <strong>Chat with us</strong>
        </a>
      </li>
    </ul>
  );
}
