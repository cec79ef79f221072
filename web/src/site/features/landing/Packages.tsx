// The packages side by side. They come with the HTML without their prices, and are those of the catalogue once that is
// there (`PackagesOnSale`).
import { use, type ReactElement } from 'react';
import { Link } from '@/components/Link';
import { PackageCard } from '@/components/PackageCard';
import { WithoutScript } from '@/components/WithoutScript';
import { landing } from '@/content/landing';
import { examsOf } from '@/lib/catalogue/examTimes';
import { stillToSit } from '@/lib/catalogue/overlaps';
import { offersOfKinds, toOffer, type PackageOffer } from '@/lib/catalogue/packageOffer';
import { useCatalogue } from '@/lib/catalogue/packages';
import { rupees } from '@/lib/format';
import { paths } from '@/lib/paths';
import { SaleContext } from '@/lib/sale';
import { instead } from '@/lib/saleWords';
import { useStructuredPrices } from './structuredPrices';
import box from '@/components/Box.module.css';
import styles from './Packages.module.css';

export function Packages() {
  return <Cards offers={offersOfKinds} />;
}

export function PackagesOnSale() {
  const { list } = useCatalogue();
  useStructuredPrices(list);
  if (!list) return <Packages />;
  const exams = examsOf(list);
  const { open, fit } = stillToSit(exams);
  // Only how many exams of which hours there are says how many one person can sit.
  const all = exams.length > 1 && (
    <p className={box.notice}>
      <span>{wordsOf(exams.length, open.length, fit)}</span> <Link to={paths.examTimes}>See exam times</Link>
    </p>
  );
  const [offer] = list.filter(({ AllowAllCollege }) => AllowAllCollege);
  const each =
    offer && fit > 1
      ? `Comes to ${rupees(Math.ceil(offer.price / fit))} for each exam, if you sit ${String(fit)}`
      : undefined;
  return <Cards offers={list.map(toOffer)} notice={all} each={each} />;
}

/** Some of the exams may be sold out, and of the others not all may fit. */
function wordsOf(count: number, open: number, fit: number): string {
  if (fit === 0) return 'No exam has a place left.';
  const reasons = [fit < open && 'some are at the same time', open < count && 'some are sold out'];
  const why = reasons.filter(Boolean).join(', and ');
  return why
    ? `You can sit up to ${String(fit)} of the ${String(count)} exams: ${why}. You choose on your pass.`
    : `You can sit all ${String(count)} exams: none are at the same time. You choose on your pass.`;
}

interface CardsProps {
  offers: readonly PackageOffer[];
  /** What there is to say before one pays for all exams, and what one of them comes to. */
  notice?: ReactElement | false;
  each?: string | undefined;
}

function Cards({ offers, notice, each }: CardsProps) {
  const sale = use(SaleContext);
  return (
    <section className={styles.section} aria-labelledby="packages-heading">
      <h2 id="packages-heading">Choose your package</h2>
      <div className={styles.lead}>
        <p>{landing.fee}</p>
        <WithoutScript what="The list of prices" isOfExams />
      </div>
      {offers.length === 0 && <p>No package is on sale at the moment.</p>}
      <ul className={styles.cards}>
        {offers.map((offer, at) => (
          <PackageCard
            key={offer.id}
            offer={offer}
            isFirst={at === 0}
            notice={offer.kind === 'all' && notice}
            each={offer.kind === 'all' ? each : undefined}
            instead={instead(sale)}
          />
        ))}
      </ul>
    </section>
  );
}
