// The exams that the organisers put first, each with a link that chooses it.
import { Link } from '@/components/Link';
import { SampleTag } from '@/components/SampleTag';
import { landing } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import { choicePath } from '@/lib/registration/choicePath';
import { ExamArt } from './ExamArt';
import styles from './Exams.module.css';

export function Exams() {
  const own = contentOf('exams');
  if (own === 'none') return null;
  return (
    <section className={styles.section} aria-labelledby="exams-heading">
      <h2 id="exams-heading">Scholarship exams</h2>
      {own === 'sample' && <SampleTag />}
      <ul className={styles.cards}>
        {landing.exams.map(({ college, course, field }) => (
          <li key={college} className={styles.exam}>
            <ExamArt field={field} />
            <div>
              <h3>{course}</h3>
              <p>{college}</p>
              <Link to={choicePath({ college, course })}>
                Choose exam
                <span className="visually-hidden">{` ${course}, ${college}`}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
