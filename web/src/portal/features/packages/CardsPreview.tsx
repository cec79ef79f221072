// The cards of the landing page in the order in which visitors will see them. The first one stands out there.
import { PackageCard } from '@/components/PackageCard';
import { toOffer } from '@/lib/catalogue/packageOffer';
import type { PackageEntry } from '@/portal/kit/api/entries';

export function CardsPreview({ packages }: { packages: readonly PackageEntry[] }) {
  const onSale = packages.filter(({ state }) => state === 'on_sale');
  if (onSale.length === 0) return <p>No package is on sale at the moment.</p>;
  return (
    <ul
      inert
      data-site
      style={{ color: 'var(--ink)', colorScheme: 'light', display: 'grid', gap: '1rem' }}
      aria-label="Packages on the site"
    >
      {onSale.map((entry, at) => (
        <PackageCard key={entry._id} offer={toOffer(entry)} isFirst={at === 0} />
      ))}
    </ul>
  );
}
