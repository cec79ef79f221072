// The packages side by side. They come with the HTML without their prices, and are those of the catalogue once that is
// there (`PackagesOnSale`).
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/Button';
import { Link } from '@/components/Link';
import { NoRefunds } from '@/components/NoRefunds';
import { packageCards, packagePoints, registration } from '@/content/landing';
import { texts } from '@/content/texts';
import { clashesOf, countThatFit, examsOf } from '@/lib/catalogue/examTimes';
import { useCatalogue } from '@/lib/catalogue/packages';
import { rupees } from '@/lib/format';
import { paths } from '@/lib/paths';
import { choicePath } from '@/lib/registration/choicePath';
import box from '@/components/Box.module.css';
import styles from './Packages.module.css';

interface Card {
  /** Its id, or its kind where no catalogue is there. */
  id: string;
  kind: 'all' | 'one';
  name: string;
  summary: string;
  price?: string;
}

const anyCards: readonly Card[] = packageCards.map((card) => ({ id: card.kind, ...card }));

export function Packages() {
  return <Cards cards={anyCards} />;
}

export function PackagesOnSale() {
  const { list } = useCatalogue();
  if (!list) return <Packages />;
  const cards = list.map(({ _id: id, AllowAllCollege, name, description, price }): Card => {
    const kind = AllowAllCollege ? 'all' : 'one';
    const summary = description || (packageCards.find((card) => card.kind === kind)?.summary ?? '');
    return { id, kind, name, summary, price: rupees(price) };
  });
  const exams = examsOf(list);
  const overlapping = clashesOf(exams).size;
  const overlap = overlapping > 0 && (
    <p className={box.notice}>
      <strong>{overlapping} exams overlap.</strong> You can sit up to {countThatFit(exams)} of the{' '}
      {exams.length}. <Link to={paths.examTimes}>See exam times</Link>
    </p>
  );
  return <Cards cards={cards} overlap={overlap} />;
}

/** `overlap` is what there is to say before one pays for all exams. */
function Cards({ cards, overlap }: { cards: readonly Card[]; overlap?: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby="packages-heading">
      <h2 id="packages-heading">Choose your package</h2>
      <p className={styles.lead}>{registration.fee}</p>
      {cards.length === 0 && <p>No package is on sale at the moment.</p>}
      <ul className={styles.cards}>
        {cards.map(({ id, kind, name, summary, price }, at) => (
          <li key={id} className={styles.card}>
            <h3>{name}</h3>
            <p className={styles.price}>{price}</p>
            <p>{summary}</p>
            <ul className={styles.points}>
              {packagePoints[kind].map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <div className={styles.end}>
              {kind === 'all' && overlap}
              <ButtonLink to={choicePath({ package: id })} look={at === 0 ? 'primary' : 'quiet'}>
                <span>
                  {price ? `Register for ${price}` : texts.register}
                  <span className="visually-hidden"> with {name}</span>
                </span>
              </ButtonLink>
              <NoRefunds />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
