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
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      if (shownIn.current) getSelection()?.selectAllChildren(shownIn.current);
      setOutcome('refused');
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
