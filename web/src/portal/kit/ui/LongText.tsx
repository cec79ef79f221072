// A text of any length in a place for a short one: the rest of it is shown on demand.
import { chakra } from '@chakra-ui/react';
import { Fragment, useState, type ReactElement } from 'react';

/** What fits into a column of names without a second line, or with a second and no word that is cut. */
const longest = 40;
const longestWord = 16;

/** An e-mail address that two lines of its column hold. */
const longestEmail = 40;

const isLong = (text: string, most: number) =>
  text.length > most || text.split(/\s+/).some((word) => word.length > longestWord);

const Shortened = chakra('button', {
  base: {
    display: 'block',
    // In a table not a share of the cell: that would let the whole text set the width of its column.
    maxWidth: 'var(--long-text-width, 100%)',
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
    '&[aria-expanded=true]': { maxWidth: '16rem', whiteSpace: 'normal', overflowWrap: 'anywhere' },
    // An outline would be cut off with the text.
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});

export function LongText({ text, most = longest }: { text: string; most?: number }) {
  return isLong(text, most) ? <OnDemand text={text} whole={text} /> : <span>{text}</span>;
}

export function LongEmail({ email }: { email: string }) {
  const whole = <Breakable email={email} />;
  return email.length > longestEmail ? <OnDemand text={email} whole={whole} /> : whole;
}

/** A domain that a line of its own holds. */
const longestDomain = 24;

/**
 * An e-mail address that goes on in the next line where its parts meet, not in the middle of a word. Its domain stays
 * whole where it can.
 */
export function Breakable({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  const isWhole = at > 0 && email.length - at <= longestDomain;
  const parts = email.slice(0, isWhole ? at : undefined).match(/[^@._-]+[@._-]*|[@._-]+/g) ?? [];
  return (
    <span translate="no">
      {[...parts, ...(isWhole ? [email.slice(at)] : [])].map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

function OnDemand({ text, whole }: { text: string; whole: string | ReactElement }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Shortened
      type="button"
      title={text}
      aria-expanded={isWhole}
      onClick={() => {
        setWhole(!isWhole);
      }}
    >
      {isWhole ? whole : text}
    </Shortened>
  );
}
