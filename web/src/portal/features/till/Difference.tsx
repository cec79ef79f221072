// What a count found: green where there is nothing missing and nothing too much. What is missing in one mode, or in one
// till, is not made up by another, so both are said.
import { Flex } from '@chakra-ui/react';
import { rupees } from '@/lib/format';
import { Badge } from '@/portal/kit/ui/elements';

export interface Found {
  missing: number;
  surplus: number;
  /** False where not all of it was counted yet. */
  isCounted: boolean;
}

/** What the differences of several modes come to. */
export const foundIn = (differences: readonly number[]): Found => {
  const paise = differences.map((difference) => Math.round(difference * 100));
  const sum = (sign: 1 | -1) =>
    paise.reduce((all, difference) => all + Math.max(0, sign * difference), 0) / 100;
  return { missing: sum(-1), surplus: sum(1), isCounted: true };
};

export function Difference({ of: { missing, surplus, isCounted } }: { of: Found }) {
  if (missing === 0 && surplus === 0)
    return isCounted ? <Badge colour="green">Balanced</Badge> : <span>–</span>;
  return (
    <Flex asChild display="inline-flex" wrap="wrap" gap="1">
      <span>
        {missing > 0 && <Badge colour="red">{`${rupees(missing)} missing`}</Badge>}
        {surplus > 0 && <Badge colour="red">{`${rupees(surplus)} too much`}</Badge>}
      </span>
    </Flex>
  );
}
