// The first words a visitor reads: what there is to win, what it costs, when and where, and the way to the registration.
import { ButtonLink } from '@/components/Button';
import { CatalogueFact } from '@/components/CatalogueFact';
import { Link } from '@/components/Link';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import { texts } from '@/content/texts';
import { shortDay } from '@/lib/examTime';
import { paths } from '@/lib/paths';
import styles from './Intro.module.css';

export function Intro() {
  return (
    <div className={styles.words}>
      <p className={styles.name}>{event.name}</p>
      <h1>{landing.promise}</h1>
      <p className={styles.lead}>{landing.lead}</p>
      <div className={styles.actions}>
        <ButtonLink to={paths.register} look="marigold">
          <CatalogueFact of="register">{texts.register}</CatalogueFact>
        </ButtonLink>
        <Link to={paths.examTimes} className={styles.times}>
          See exam times
        </Link>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>When</dt>
          <dd>{landing.weekend}</dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>{event.venue}</dd>
        </div>
        <div>
          <dt>Register by</dt>
          <dd>{landing.registerBy}</dd>
        </div>
        {event.dayDates.map((date) => (
          <div key={date} className={styles.hours}>
            <dt>{`Exams on ${shortDay(date)}`}</dt>
            <dd>
              <CatalogueFact of={`exams-${date}`}>All day</CatalogueFact>
            </dd>
          </div>
        ))}
        <div className={styles.colleges}>
          <dt>Colleges</dt>
          <dd>
            <CatalogueFact of="colleges">–</CatalogueFact>
          </dd>
        </div>
      </dl>
    </div>
  );
}
