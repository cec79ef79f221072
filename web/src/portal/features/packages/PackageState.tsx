// Whether a package is on sale, with the buttons that change it and, beside them, why it cannot be put on sale.
import { Box, Flex } from '@chakra-ui/react';
import { useId } from 'react';
import type { PackageEntry } from '@/portal/kit/api/entries';
import { Button } from '@/portal/kit/ui/elements';
import { SaleStateBadge, type SaleState } from '@/portal/kit/ui/saleState';

interface Props {
  entry: PackageEntry;
  isBusy: boolean;
  onChange: (state: SaleState) => void;
}

export function PackageState({ entry, isBusy, onChange }: Props) {
  const why = useId();
  const { name, state, unsaleable } = entry;
  const isOnSale = state === 'on_sale';
  const cannot = !isOnSale && unsaleable ? unsaleable.message : undefined;
  const button = isOnSale ? 'Take off sale' : 'Put on sale';
  return (
    <Flex direction="column" align="flex-start" gap="2" paddingBlock="1">
      <SaleStateBadge state={state} />
      <Flex gap="2" wrap="wrap">
        <Button
          look="quiet"
          size="small"
          aria-label={`${button}: ${name}`}
          aria-describedby={cannot && why}
          aria-disabled={isBusy || cannot !== undefined || undefined}
          onClick={() => {
            if (!isBusy && !cannot) onChange(isOnSale ? 'draft' : 'on_sale');
          }}
        >
          {button}
        </Button>
        {state === 'draft' && (
          <Button
            look="quiet"
            size="small"
            aria-label={`Archive: ${name}`}
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (!isBusy) onChange('archived');
            }}
          >
            Archive
          </Button>
        )}
      </Flex>
      {unsaleable && (
        <Box asChild color="ink-soft" fontSize="s" maxWidth="16rem">
          <p id={why}>{`${unsaleable.message}.`}</p>
        </Box>
      )}
    </Flex>
  );
}
