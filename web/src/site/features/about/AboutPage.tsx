// Who is behind the expo.
import { ButtonLink } from '@/components/Button';
import { Page } from '@/components/Page';
import { landing } from '@/content/landing';
import { paths } from '@/lib/paths';
import styles from './AboutPage.module.css';

const { legalName, address, people, whoWeAre, mission, vision } = landing.organiser;

export function AboutPage() {
  return (
    <Page title="About Us">
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>About Us</h1>
          <p className={styles.name}>{legalName}</p>
        </header>
        <section className={styles.section}>
          <h2>Who we are</h2>
          <p>{whoWeAre}</p>
        </section>
        <div className={styles.pair}>
          <section className={styles.card}>
            <h2>Our mission</h2>
            <p>{mission}</p>
          </section>
          <section className={styles.card}>
            <h2>Our vision</h2>
            <p>{vision}</p>
          </section>
        </div>
        <section className={styles.section}>
          <h2>Talk to us</h2>
          <p>
            Do you have a question, or would your college like to take part? We would love to hear from you.
          </p>
          <div>
            <ButtonLink to={paths.contactUs}>Contact Us</ButtonLink>
          </div>
        </section>
        {people.length > 0 && (
          <section className={styles.section}>
            <h2>Who is responsible</h2>
            <ul>
              {people.map(({ role, name }) => (
                <li key={role}>
                  <span>{role}</span>: <span translate="no">{name}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className={styles.legal}>
          This site and the event are operated by {legalName}, {address}. All registrations and payments made
          here are contracts with {legalName}.
        </p>
      </div>
    </Page>
  );
}
