// Whether a package is on sale, as the portal says it.
import { Badge } from './elements';

const states = {
  on_sale: { label: 'On sale', colour: 'green' },
  draft: { label: 'Off sale', colour: 'yellow' },
  archived: { label: 'Archived', colour: 'grey' },
} as const;

export type SaleState = keyof typeof states;

const of = (state: string) => states[state as SaleState] as (typeof states)[SaleState] | undefined;

/** A word that this release does not know is not on sale. */
export const saleStateLabel = (state: string): string => of(state)?.label ?? 'Unknown';

export function SaleStateBadge({ state }: { state: string }) {
  return <Badge colour={of(state)?.colour ?? 'yellow'}>{saleStateLabel(state)}</Badge>;
}
