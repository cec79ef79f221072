// Who is behind the expo.
import { ButtonLink } from '@/components/Button';
import { Page } from '@/components/Page';
import { SampleTag } from '@/components/SampleTag';
import { landing } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import { paths } from '@/lib/paths';
import styles from './AboutPage.module.css';

const { legalName, address, people } = landing.organiser;

export function AboutPage() {
  return (
    <Page title="About Us">
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>About Us</h1>
          <p className={styles.name}>{legalName}</p>
        </header>
        <Said of="whoWeAre" heading="Who we are" look={styles.section} />
        <div className={styles.pair}>
          <Said of="mission" heading="Our mission" look={styles.card} />
          <Said of="vision" heading="Our vision" look={styles.card} />
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
                <li key={`${role} ${name}`}>
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

interface SaidProps {
  of: 'whoWeAre' | 'mission' | 'vision';
  heading: string;
  look: string | undefined;
}

/** What the organisers say of themselves. */
function Said({ of, heading, look }: SaidProps) {
  const own = contentOf(`organiser.${of}`);
  if (own === 'none') return null;
  return (
    <section className={look}>
      <h2>{heading}</h2>
      {own === 'sample' && <SampleTag />}
      <p>{landing.organiser[of]}</p>
    </section>
  );
}
