// A password that was given to somebody else, shown this once.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Button, Notice } from '@/portal/kit/ui/elements';

export interface Given {
  username: string;
  password: string;
}

export function GivenPassword({ given, onClose }: { given: Given; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(given.password);
    setCopied(true);
  };
  return (
    <Notice tone="warning" role="status">
      <p>
        The password of <span translate="no">{given.username}</span> is shown this once. Hand it over in
        person: it has to be replaced at the first sign-in.
      </p>
      <Box asChild fontFamily="mono" fontSize="l" marginBlock="3" overflowWrap="anywhere">
        <p translate="no">{given.password}</p>
      </Box>
      <Flex gap="3" wrap="wrap">
        <Button look="quiet" size="small" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy password'}
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          Done
        </Button>
      </Flex>
    </Notice>
  );
}
