// The exams that the organisers put first, each with a link that chooses it. They come with the HTML, and when, where and for
// how much each is once the catalogue is there (`ExamsOnSale`).
import { use } from 'react';
import { Link } from '@/components/Link';
import { SampleTag } from '@/components/SampleTag';
import { landing } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import type { Banner } from '@/lib/api/types';
import { examsOf, type Exam } from '@/lib/catalogue/examTimes';
import { bestOf, fitOf } from '@/lib/catalogue/nameFit';
import { useCatalogue } from '@/lib/catalogue/packages';
import { hours, shortDay } from '@/lib/examTime';
import { rupees } from '@/lib/format';
import { choicePath } from '@/lib/registration/choicePath';
import { SaleContext } from '@/lib/sale';
import { briefly, instead } from '@/lib/saleWords';
import { ExamArt } from './ExamArt';
import { useInstitutes } from './useBanners';
import styles from './Exams.module.css';

type Card = (typeof landing.exams)[number];

interface Known {
  exams: readonly Exam[];
  /** Of one exam, and of all, where they are sold. */
  priceOfOne: string | undefined;
  priceOfAll: string | undefined;
  logos: readonly Banner[];
  /** In their place where nobody can register now, and what is read out there. */
  brief: string | undefined;
  instead: string | undefined;
}

const nothing: Known = {
  exams: [],
  priceOfOne: undefined,
  priceOfAll: undefined,
  logos: [],
  brief: undefined,
  instead: undefined,
};

export function Exams() {
  return <Cards known={nothing} />;
}

export function ExamsOnSale() {
  const { list = [] } = useCatalogue();
  const { data: logos = [] } = useInstitutes();
  const sale = use(SaleContext);
  const priceOf = (isForAll: boolean) => {
    const offer = list.find(({ AllowAllCollege }) => AllowAllCollege === isForAll);
    return offer && rupees(offer.price);
  };
  return (
    <Cards
      known={{
        exams: examsOf(list),
        priceOfOne: priceOf(false),
        priceOfAll: priceOf(true),
        logos,
        brief: briefly(sale),
        instead: instead(sale),
      }}
    />
  );
}

function Cards({ known }: { known: Known }) {
  const own = contentOf('exams');
  if (own === 'none') return null;
  const count = known.exams.length;
  return (
    <section className={styles.section} aria-labelledby="exams-heading">
      <div className={styles.head}>
        <h2 id="exams-heading">Scholarship exams</h2>
        {own === 'sample' && <SampleTag />}
      </div>
      <ul className={styles.cards}>
        {landing.exams.map((card) => (
          <One key={`${card.college} ${card.course}`} card={card} known={known} />
        ))}
        <li className={styles.all}>
          <div>
            <h3>
              <Link to={choicePath({ package: 'all' })}>
                <span>{count > 0 ? `All ${String(count)} exams` : 'All exams'}</span>
                {known.instead && <span className="visually-hidden">{`: ${known.instead}`}</span>}
              </Link>
            </h3>
            <p>Every exam of every college, as many as fit into your days.</p>
          </div>
          <Price brief={known.brief} price={known.priceOfAll} />
        </li>
      </ul>
    </section>
  );
}

function One({ card: { college, course, field }, known }: { card: Card; known: Known }) {
  const exam = bestOf(known.exams, (one) => fitOf(one.college, college) * fitOf(one.course, course));
  const logo = bestOf(known.logos, ({ bannerName }) => fitOf(bannerName, college));
  return (
    <li className={styles.exam}>
      {/* Of one size, whatever is in it; what is left of the places stands over it. */}
      <div className={styles.picture}>
        {logo ? (
          <img src={logo.deskImgLink} alt="" width={180} height={120} loading="lazy" />
        ) : (
          <ExamArt field={field} />
        )}
        {exam?.left && !known.instead && <p className={styles.left}>{exam.left}</p>}
      </div>
      <div>
        <h3>
          <Link to={choicePath({ college, course, ...(exam && { exam: exam.id }) })}>
            <span>{course}</span>
            <span className="visually-hidden">{`, ${college}: ${known.instead ?? 'choose this exam'}`}</span>
          </Link>
        </h3>
        <p>{college}</p>
      </div>
      <Price brief={known.brief} price={exam && known.priceOfOne} />
      <p className={styles.when}>
        <span>{exam && [shortDay(exam.date), hours(exam.start, exam.end)].filter(Boolean).join(', ')}</span>
        <span>{exam?.hall}</span>
      </p>
    </li>
  );
}

function Price({ brief, price }: { brief: string | undefined; price: string | undefined }) {
  return (
    <p className={styles.price} data-brief={brief !== undefined}>
      {brief ?? price}
    </p>
  );
}
