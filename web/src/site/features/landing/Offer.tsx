// What is offered: the exams, the two days, and the two packages side by side.
import { ButtonLink } from '@/components/Button';
import { Link } from '@/components/Link';
import { NoRefunds } from '@/components/NoRefunds';
import { benefits, days, exams, packageCards, registration } from '@/content/landing';
import { texts } from '@/content/texts';
import { choicePath } from '@/lib/registration/choicePath';
import { ExamArt } from './ExamArt';
import styles from './Offer.module.css';

export function Offer() {
  return (
    <>
      <section className={styles.exams} aria-labelledby="exams-heading">
        <div className={styles.body}>
          <h2 id="exams-heading">Scholarship exams</h2>
          <ul className={styles.cards}>
            {exams.map(({ college, course, field }) => (
              <li key={college} className={styles.exam}>
                <ExamArt field={field} />
                <div>
                  <h3>{course}</h3>
                  <p>{college}</p>
                  <Link to={choicePath({ college, course })}>
                    Choose exam
                    <span className="visually-hidden">
                      : {course}, {college}
                    </span>
                  </Link>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section id="schedule" className={styles.schedule} aria-labelledby="schedule-heading">
        <div className={styles.body}>
          <h2 id="schedule-heading" tabIndex={-1}>
            Two days, and what you take home
          </h2>
          <div className={styles.columns}>
            {days.map(({ day, items }) => (
              <div key={day} className={styles.day}>
                <h3>{day}</h3>
                <dl>
                  {items.map(({ time, text }) => (
                    <div key={text}>
                      <dt>{time}</dt>
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
        </div>
      </section>
      <section className={styles.packages} aria-labelledby="packages-heading">
        <div className={styles.body}>
          <h2 id="packages-heading">Choose your package</h2>
          <p className={styles.lead}>{registration.fee}</p>
          <ul className={styles.pair}>
            {packageCards.map(({ kind, label, name, price, summary, points }) => (
              <li key={label} className={styles.package}>
                <p className={styles.label}>{label}</p>
                <h3>{name}</h3>
                <p className={styles.price}>{price}</p>
                <p>{summary}</p>
                <ul className={styles.points}>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
                <ButtonLink to={choicePath({ package: kind })}>
                  {texts.register}
                  <span className="visually-hidden"> with {label}</span>
                </ButtonLink>
                <NoRefunds />
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
