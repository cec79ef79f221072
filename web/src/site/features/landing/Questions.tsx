// The contacts for questions, and the most frequent questions.
import { ButtonLink } from '@/components/Button';
import { ContactWays } from '@/components/ContactWays';
import { questions } from '@/content/landing';
import { paths } from '@/lib/paths';
import styles from './Questions.module.css';

export function Questions() {
  return (
    <>
      <section id="contact" className={styles.contact} aria-labelledby="contact-heading">
        <div className={styles.columns}>
          <div className={styles.words}>
            <h2 id="contact-heading" tabIndex={-1}>
              Talk to us
            </h2>
            <p>
              Not sure which package or exam is the right one? Call, write, or send a message. We answer every
              day from 10:00 to 18:00.
            </p>
            <ButtonLink to={paths.contactUs}>Contact Us</ButtonLink>
          </div>
          <ContactWays />
        </div>
      </section>
      <section className={styles.faq} aria-labelledby="faq-heading">
        <div className={styles.narrow}>
          <h2 id="faq-heading">Questions and answers</h2>
          <div>
            {questions.map(({ question, answer }) => (
              <details key={question} name="faq" className={styles.item}>
                <summary>
                  <h3>{question}</h3>
                </summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </section>
    </>
  );
}
