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
            We are a small team of teachers and event people from Kochi. For {event.name} we bring colleges,
            their scholarship exams and the students of Kerala together under one roof for two days:{' '}
            {event.dates}, at {event.venue}.
          </p>
        </section>
        <div className={styles.pair}>
          <section className={styles.card}>
            <h2>Our mission</h2>
            <p>
              That no student gives up a course for want of knowing which scholarships there are, or for want
              of the fare to sit seven exams on seven campuses.
            </p>
          </section>
          <section className={styles.card}>
            <h2>Our vision</h2>
            <p>
              A Kerala in which choosing a course is a conversation with people who know it, open to every
              family, and not a gamble.
            </p>
          </section>
        </div>
        <section className={styles.section}>
          <h2>Talk to us</h2>
          <p>Questions, or a college that wants to take part? We are glad to hear from you.</p>
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
