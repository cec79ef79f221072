// The days of the event, and what they bring.
import { CatalogueFact } from '@/components/CatalogueFact';
import { SampleTag } from '@/components/SampleTag';
import { landing } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import { longDay } from '@/lib/examTime';
import styles from './Schedule.module.css';

export function Schedule() {
  const own = contentOf('days');
  return (
    <section id="schedule" className={styles.section} aria-labelledby="schedule-heading">
      <div className={styles.head}>
        <h2 id="schedule-heading" tabIndex={-1}>
          {landing.daysHeading}
        </h2>
        {own === 'sample' && <SampleTag />}
      </div>
      <div className={styles.columns}>
        {landing.days.map(({ date, items }) => (
          <div key={date} className={styles.day}>
            <h3>{longDay(date)}</h3>
            <dl>
              {(own === 'none' ? items.filter(({ isOwnHour }) => !isOwnHour) : items).map(
                ({ time, text }) => (
                  <div key={`${time ?? ''} ${text}`}>
                    <dt>{time ?? <CatalogueFact of={`exams-${date}`}>All day</CatalogueFact>}</dt>
                    <dd>{text}</dd>
                  </div>
                ),
              )}
            </dl>
          </div>
        ))}
        <div className={styles.benefits}>
          <h3>Benefits</h3>
          <ul>
            {landing.benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
