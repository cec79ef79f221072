// The prices of the packages in what search engines read of the event, which comes with the HTML without them.
import { useEffect } from 'react';
import type { Package } from '@/lib/api/types';
import { choicePath } from '@/lib/registration/choicePath';

interface Described {
  offers: object[];
}

export function useStructuredPrices(packages: readonly Package[] | undefined): void {
  useEffect(() => {
    const element = document.querySelector('script[type="application/ld+json"]');
    if (!element || !packages?.length) return;
    const described = JSON.parse(element.textContent) as Described;
    described.offers = packages.map(({ _id, name, price }) => ({
      '@type': 'Offer',
      name,
      price: price.toFixed(2),
      priceCurrency: 'INR',
      url: location.origin + choicePath({ package: _id }),
    }));
    element.textContent = JSON.stringify(described);
  }, [packages]);
}
