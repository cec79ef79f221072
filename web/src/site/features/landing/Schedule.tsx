// The two days, and what they bring.
import { CatalogueFact } from '@/components/CatalogueFact';
import { benefits, days } from '@/content/landing';
import { longDay } from '@/lib/examTime';
import styles from './Schedule.module.css';

export function Schedule() {
  return (
    <section id="schedule" className={styles.section} aria-labelledby="schedule-heading">
      <h2 id="schedule-heading" tabIndex={-1}>
        Two days, and what you take home
      </h2>
      <div className={styles.columns}>
        {days.map(({ date, examHours, items }) => (
          <div key={date} className={styles.day}>
            <h3>{longDay(date)}</h3>
            <dl>
              {items.map(({ time, text }) => (
                <div key={text}>
                  <dt>{time ?? <CatalogueFact of={examHours}>All day</CatalogueFact>}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        <div className={styles.benefits}>
          <h3>Benefits</h3>
          <ul>
            {benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
