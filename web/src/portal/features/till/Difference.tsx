// A difference between what was counted and what is expected: green where there is none.
import { Badge } from '@/portal/kit/ui/elements';
import { money } from '@/portal/kit/ui/format';

export const differenceText = (difference: number): string => {
  if (difference === 0) return 'Balanced';
  return difference > 0 ? `${money(difference)} too much` : `${money(-difference)} missing`;
};

export function Difference({ of: difference }: { of: number | null | undefined }) {
  if (difference === null || difference === undefined) return <span>–</span>;
  return <Badge colour={difference === 0 ? 'green' : 'red'}>{differenceText(difference)}</Badge>;
}
