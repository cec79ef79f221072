// What a card says of a package: of one in the catalogue, or of its kind where no catalogue is there.
import { landing } from '@/content/landing';
import { rupees } from '@/lib/format';

export interface PackageOffer {
  /** Its id, or its kind where no catalogue is there. */
  id: string;
  kind: 'all' | 'one';
  name: string;
  summary: string;
  price?: string;
}

interface Offered {
  _id: string;
  AllowAllCollege: boolean;
  name: string;
  description: string;
  price: number;
}

export const offersOfKinds: readonly PackageOffer[] = landing.packageCards.map((card) => ({
  id: card.kind,
  ...card,
}));

export function toOffer({ _id: id, AllowAllCollege, name, description, price }: Offered): PackageOffer {
  const kind = AllowAllCollege ? 'all' : 'one';
  const summary = description || (landing.packageCards.find((card) => card.kind === kind)?.summary ?? '');
  return { id, kind, name, summary, price: rupees(price) };
}
