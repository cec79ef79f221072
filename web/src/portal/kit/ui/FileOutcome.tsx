// What came of looking a file through.
import { Box } from '@chakra-ui/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Notice } from './elements';
import { FirstRows } from './FirstRows';
import { keyOfMistake, mistakeColumns, type FileMistake } from './mistakes';

interface Props {
  /** The answer: another one takes the focus again. */
  answer: { errors: readonly FileMistake[] };
  text: string;
  /** What can be done about a file that is in order. */
  children: ReactNode;
}

export function FileOutcome({ answer, text, children }: Props) {
  const outcome = useRef<HTMLDivElement>(null);
  const isInOrder = answer.errors.length === 0;
  // What came of it is what comes next, for who cannot see it, too.
  useEffect(() => {
    outcome.current?.focus({ preventScroll: true });
    outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <>
      <Notice ref={outcome} tabIndex={-1} tone={isInOrder ? 'success' : 'error'} role="status">
        <p>{text}</p>
      </Notice>
      {isInOrder && <Box>{children}</Box>}
      {!isInOrder && (
        <FirstRows title="To be mended" rows={answer.errors} columns={mistakeColumns} keyOf={keyOfMistake} />
      )}
    </>
  );
}
