// Which verdict is on the screen. One that lets nobody in stays until it could be seen, however fast a scanner goes on: those
// that come meanwhile wait, and what has left the screen without a press is still named above the next one.
import type { Reading } from '@/door/kit/pass/reading';
import { goesByItself, type Verdict } from '@/door/kit/verdict/verdict';

export interface Shown {
  verdict: Verdict;
  /** Undefined where nothing of ours was scanned. */
  reading: Reading | undefined;
  /** Counts the verdicts, so that the same one twice is two. */
  turn: number;
  /** By the server's clock. */
  at: number;
}

export interface Turns {
  /** The last one that was on the screen, also when it no longer is. */
  last: Shown | undefined;
  isShown: boolean;
  isSeen: boolean;
  waiting: readonly Shown[];
  /** Those that let nobody in and that nobody has pressed away. */
  missed: readonly Shown[];
}

export const noTurns: Turns = { last: undefined, isShown: false, isSeen: false, waiting: [], missed: [] };

const throughMs = 600;
const otherMs = 3_000;

/** How long it takes to see a verdict. */
export const seeing = (verdict: Verdict): number => (goesByItself(verdict) ? throughMs : otherMs);

export function arrived(turns: Turns, shown: Shown): Turns {
  const waiting = [...turns.waiting, shown];
  return turns.isShown && !turns.isSeen ? { ...turns, waiting } : next({ ...turns, waiting });
}

/** It has been on the screen for long enough. */
export const seen = (turns: Turns): Turns =>
  turns.waiting.length > 0 ? next(turns) : { ...turns, isSeen: true };

/** Somebody goes on. */
export const pressed = (turns: Turns): Turns => left({ ...turns, missed: [] });

/** What is on the screen is dealt with. */
export function left(turns: Turns): Turns {
  const dealtWith = { ...turns, isShown: false };
  return turns.waiting.length > 0 ? next(dealtWith) : dealtWith;
}

/** What is on the screen makes room for words that are no verdict, but not before it could be seen. */
export const aside = (turns: Turns): Turns =>
  turns.isShown && !turns.isSeen ? turns : left({ ...turns, missed: missedNow(turns) });

/** One of them is not what it was, wherever it is by now. */
export const changed = (turns: Turns, change: (shown: Shown) => Shown): Turns => ({
  ...turns,
  last: turns.last && change(turns.last),
  waiting: turns.waiting.map(change),
  missed: turns.missed.map(change).filter(({ verdict }) => !goesByItself(verdict)),
});

function next(turns: Turns): Turns {
  const [last, ...waiting] = turns.waiting;
  return { last, isShown: true, isSeen: false, waiting, missed: missedNow(turns) };
}

/** Those that are missed once the one on the screen leaves it without a press. */
function missedNow({ last, isShown, missed }: Turns): readonly Shown[] {
  return isShown && last && !goesByItself(last.verdict) ? [...missed, last] : missed;
}
