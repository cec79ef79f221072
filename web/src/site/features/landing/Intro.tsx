// The first words a visitor reads: what, when and where, and the way to the registration.
import { ButtonLink } from '@/components/Button';
import { event } from '@/content/event';
import { texts } from '@/content/texts';
import { paths } from '@/lib/paths';
import styles from './Intro.module.css';

export function Intro() {
  return (
    <div className={styles.words}>
      <p className={styles.name}>{event.name}</p>
      <h1>{event.tagline}</h1>
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
  );
}
