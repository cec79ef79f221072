// The first thing a visitor sees: what, when and where, and the way to the registration.
import { ButtonLink } from '@/components/Button';
import { event } from '@/content/event';
import { texts } from '@/content/texts';
import { paths } from '@/lib/paths';
import kochiEvening from './kochi-evening.svg';
import styles from './Hero.module.css';

export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="hero-heading">
      <img src={kochiEvening} alt="" width={800} height={480} className={styles.art} />
      <div className={styles.words}>
        <p className={styles.name}>{event.name}</p>
        <h1 id="hero-heading">{event.tagline}</h1>
        <p className={styles.lead}>
          Two days of scholarship exams, academic guidance and career talks. One registration, one pass.
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>When</dt>
            <dd>{event.dates}</dd>
          </div>
          <div>
            <dt>Time</dt>
            <dd>{event.time}</dd>
          </div>
          <div>
            <dt>Where</dt>
            <dd>{event.venue}</dd>
          </div>
        </dl>
        <ButtonLink to={paths.register} look="marigold">
          {texts.register}
        </ButtonLink>
      </div>
    </section>
  );
}
