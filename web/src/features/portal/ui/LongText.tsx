// A text of any length in a place for a short one: the rest of it is shown on demand.
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';

/** What fits into a column of names without a second line, or with a second and no word that is cut. */
const longest = 40;
const longestWord = 16;

const isLong = (text: string) =>
  text.length > longest || text.split(/\s+/).some((word) => word.length > longestWord);

const Shortened = chakra('button', {
  base: {
    display: 'block',
    // Not a share of the cell: that would let the whole text set the width of its column.
    maxWidth: '9rem',
    padding: '0',
    border: '0',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    textDecoration: 'underline dotted',
    textUnderlineOffset: '0.25em',
    '&[aria-expanded=true]': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
    // An outline would be cut off with the text.
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});

export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (!isLong(text)) return text;
  return (
    <Shortened
      type="button"
      title={text}
      aria-expanded={isWhole}
      onClick={() => {
        setWhole(!isWhole);
      }}
    >
      {text}
    </Shortened>
  );
}
