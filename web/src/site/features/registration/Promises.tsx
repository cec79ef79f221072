// What registering brings, beside the form.
import { Organiser } from '@/components/Organiser';
import { landing } from '@/content/landing';
import { texts } from '@/content/texts';
import styles from './RegistrationSection.module.css';

export function Promises() {
  return (
    <div className={styles.promises}>
      <h2 id="register-heading" tabIndex={-1}>
        Register Now — Secure Your Spot!
      </h2>
      <ul className={styles.list}>
        {landing.promises.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles.fee}>{landing.fee}</p>
      <div className={styles.trust}>
        <Organiser />
        <p>
          <span>{texts.howPaid}</span> <span>Your pass comes by email as soon as you have paid.</span>
        </p>
      </div>
    </div>
  );
}
