// A password that was given to somebody else, shown this once.
import { Box, Flex } from '@chakra-ui/react';
import { useRef } from 'react';
import { CopyButton } from '@/portal/kit/ui/CopyButton';
import { Button, Notice } from '@/portal/kit/ui/elements';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';

export interface Given {
  username: string;
  password: string;
}

export function GivenPassword({ given, onClose }: { given: Given; onClose: () => void }) {
  const shown = useRef<HTMLParagraphElement>(null);
  useUnsavedWarning(true);
  return (
    <Notice tone="warning" role="status">
      <p>
        The password of <span translate="no">{given.username}</span> is shown this once. Hand it over in
        person: it has to be replaced at the first sign-in.
      </p>
      <Box asChild fontFamily="mono" fontSize="l" marginBlock="3" overflowWrap="anywhere">
        <p ref={shown} translate="no">
          {given.password}
        </p>
      </Box>
      <Flex gap="3" wrap="wrap">
        <CopyButton text={given.password} shownIn={shown} size="small" label="Copy password" />
        <Button look="quiet" size="small" onClick={onClose}>
          Done
        </Button>
      </Flex>
    </Notice>
  );
}
