// The card of the landing page, as visitors will see it, while the package is still being written.
import { Box } from '@chakra-ui/react';
import { PackageCard } from '@/components/PackageCard';
import { toOffer } from '@/lib/catalogue/packageOffer';
import { parseRupees } from '@/lib/rupees';
import type { PackageValues } from './packageForm';

export function PackagePreview({ name, description, price, AllowAllCollege }: PackageValues) {
  const offer = toOffer({
    _id: 'preview',
    name: name.trim() || 'Package Name',
    description: description.trim(),
    price: parseRupees(price) ?? 0,
    AllowAllCollege,
  });
  return (
    <section aria-label="Preview">
      <Box asChild fontSize="l" marginBottom="3">
        <h2>As visitors see it</h2>
      </Box>
      {/* Nothing in it leads anywhere yet. It has the site's colours, which are not dark. */}
      <ul inert data-site style={{ color: 'var(--ink)', colorScheme: 'light' }}>
        <PackageCard offer={offer} />
      </ul>
    </section>
  );
}
