// How far something is that takes a while, in words and as a bar.
import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';

interface Props {
  words: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
}

export function ProgressBar({ words, done, total }: Props) {
  const label = useId();
  return (
    <Box marginTop="3">
      <Box id={label} fontSize="s" marginBottom="1">
        {words}
      </Box>
      <Bar aria-labelledby={label} max={Math.max(total, 1)} value={done} />
    </Box>
  );
}

export const Bar = chakra('progress', {
  base: { display: 'block', width: 'full', height: '0.75rem', accentColor: 'var(--primary)' },
});
