// Who is behind the expo.
import { ButtonLink } from '@/components/Button';
import { Page } from '@/components/Page';
import { event } from '@/content/event';
import { organiser } from '@/content/landing';
import { paths } from '@/lib/paths';
import styles from './AboutPage.module.css';

const { legalName, city } = organiser;

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
          <p>
            We are a small team of teachers and event organisers from Kochi. {event.name} brings colleges,
            their scholarship exams and the students of Kerala together under one roof for two days:{' '}
            {event.dates}, at {event.venue}.
          </p>
        </section>
        <div className={styles.pair}>
          <section className={styles.card}>
            <h2>Our mission</h2>
            <p>
              To make sure that no student gives up on a course because they never heard of the scholarship,
              or could not afford to travel from campus to campus for the exams.
            </p>
          </section>
          <section className={styles.card}>
            <h2>Our vision</h2>
            <p>
              A Kerala where every family can talk to people who know a course before they choose it, and no
              choice is a gamble.
            </p>
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
        <p className={styles.legal}>
          This site and the event are operated by {legalName}, {city}. All registrations and payments made
          here are contracts with {legalName}.
        </p>
      </div>
    </Page>
  );
}
