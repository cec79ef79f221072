// Copies what is shown this once.
import { Box } from '@chakra-ui/react';
import { useState, type RefObject } from 'react';
import { Button } from './elements';

interface Props {
  text: string;
  /** Where the text is on the screen: selected for the person, where the browser does not let a page copy. */
  shownIn: RefObject<HTMLElement | null>;
  size?: 'small';
  /** What the button says until it has been done. */
  label: string;
}

export function CopyButton({ text, shownIn, size, label }: Props) {
  const [done, setDone] = useState<{ text: string; outcome: 'copied' | 'refused' }>();
  // Another text in the same place has not been copied yet.
  const outcome = done?.text === text ? done.outcome : undefined;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone({ text, outcome: 'copied' });
    } catch {
      if (shownIn.current) getSelection()?.selectAllChildren(shownIn.current);
      setDone({ text, outcome: 'refused' });
    }
  };
  return (
    <>
      <Button look="quiet" {...(size && { size })} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      {outcome === 'refused' && (
        <Box asChild order="1" flexBasis="100%">
          <p role="alert">
            Your browser does not let this page copy. It is selected above: copy it yourself, or write it
            down.
          </p>
        </Box>
      )}
    </>
  );
}
