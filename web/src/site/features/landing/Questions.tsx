// The contacts for questions, and the most frequent questions.
import { ButtonLink } from '@/components/Button';
import { CatalogueFact } from '@/components/CatalogueFact';
import { ContactWays } from '@/components/ContactWays';
import { Link } from '@/components/Link';
import { landing } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import type { Fact } from '@/lib/catalogue/facts';
import { paths } from '@/lib/paths';
import styles from './Questions.module.css';

export function Questions() {
  return (
    <>
      <section id="contact" className={styles.contact} aria-labelledby="contact-heading">
        <div className={styles.words}>
          <h2 id="contact-heading" tabIndex={-1}>
            Talk to us
          </h2>
          <p>
            <span>Not sure which package or exam is right for you? Call, write or send us a message.</span>
            {contentOf('contact.hours') !== 'none' && <span>{` We answer ${landing.contactHours}.`}</span>}
          </p>
          <p>
            Lost your pass? <Link to={paths.findPass}>Find my pass</Link>
          </p>
          <ButtonLink to={paths.contactUs}>Contact Us</ButtonLink>
        </div>
        <ContactWays />
      </section>
      <section className={styles.faq} aria-labelledby="faq-heading">
        <h2 id="faq-heading">Questions and answers</h2>
        <div>
          {landing.questions.map(({ question, answer, link }) => (
            <details key={question} name="faq" className={styles.item}>
              <summary>
                <h3>{question}</h3>
              </summary>
              <p>
                <WithFacts text={link ? `${answer} ` : answer} />
                {link && <Link to={paths[link.to]}>{link.words}</Link>}
              </p>
            </details>
          ))}
        </div>
      </section>
    </>
  );
}

/** `{all|as the form says}` in a text is a fact of the catalogue, and what stands there without one. */
function WithFacts({ text }: { text: string }) {
  return text.split(/\{(.+?)\}/).map((part, at) => {
    if (at % 2 === 0) return <span key={part}>{part}</span>;
    const [fact, words = ''] = part.split('|');
    return (
      <CatalogueFact key={part} of={fact as Fact}>
        {words}
      </CatalogueFact>
    );
  });
}
