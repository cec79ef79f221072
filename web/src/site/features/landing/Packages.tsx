// The packages side by side. They come with the HTML without their prices, and are those of the catalogue once that is
// there (`PackagesOnSale`).
import { use, type ReactElement } from 'react';
import { Link } from '@/components/Link';
import { PackageCard } from '@/components/PackageCard';
import { landing } from '@/content/landing';
import { examsOf } from '@/lib/catalogue/examTimes';
import { clashesOf, countThatFit } from '@/lib/catalogue/overlaps';
import { offersOfKinds, toOffer, type PackageOffer } from '@/lib/catalogue/packageOffer';
import { useCatalogue } from '@/lib/catalogue/packages';
import { paths } from '@/lib/paths';
import { SaleContext } from '@/lib/sale';
import { instead } from '@/lib/saleWords';
import box from '@/components/Box.module.css';
import styles from './Packages.module.css';

export function Packages() {
  return <Cards offers={offersOfKinds} />;
}

export function PackagesOnSale() {
  const { list } = useCatalogue();
  if (!list) return <Packages />;
  const exams = examsOf(list);
  const overlapping = clashesOf(exams).size;
  const overlap = overlapping > 0 && (
    <p className={box.notice}>
      <strong>{`${String(overlapping)} exams overlap.`}</strong>{' '}
      <span>{`You can sit up to ${String(countThatFit(exams))} of the ${String(exams.length)}.`}</span>{' '}
      <Link to={paths.examTimes}>See exam times</Link>
    </p>
  );
  return <Cards offers={list.map(toOffer)} overlap={overlap} />;
}

/** `overlap` is what there is to say before one pays for all exams. */
function Cards({ offers, overlap }: { offers: readonly PackageOffer[]; overlap?: ReactElement | false }) {
  const sale = use(SaleContext);
  return (
    <section className={styles.section} aria-labelledby="packages-heading">
      <h2 id="packages-heading">Choose your package</h2>
      <p className={styles.lead}>{landing.fee}</p>
      {offers.length === 0 && <p>No package is on sale at the moment.</p>}
      <ul className={styles.cards}>
        {offers.map((offer, at) => (
          <PackageCard
            key={offer.id}
            offer={offer}
            isFirst={at === 0}
            notice={offer.kind === 'all' && overlap}
            instead={instead(sale)}
          />
        ))}
      </ul>
    </section>
  );
}
