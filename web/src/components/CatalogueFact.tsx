// A place in a text for what only the catalogue knows (lib/catalogue/facts.ts).
import type { Fact } from '@/lib/catalogue/facts';

interface Props {
  of: Fact;
  /** The words for as long as the catalogue is not there, and for those who run no scripts. */
  children: string;
}

export function CatalogueFact({ of, children }: Props) {
  return <span data-fact={of}>{children}</span>;
}
