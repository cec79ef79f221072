// What registering brings, beside the form.
import { registration } from '@/content/landing';
import styles from './RegistrationSection.module.css';

const { heading, promises, fee } = registration;

export function Promises() {
  return (
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
  );
}
