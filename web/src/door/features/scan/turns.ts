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
export function pressed(turns: Turns): Turns {
  const { waiting } = turns;
  const dealtWith: Turns = { ...turns, isShown: false, missed: [] };
  return waiting.length > 0 ? next(dealtWith) : dealtWith;
}

/** The last one is not what it was. */
export const changed = (turns: Turns, change: (shown: Shown) => Shown): Turns => ({
  ...turns,
  last: turns.last && change(turns.last),
});

function next(turns: Turns): Turns {
  const [last, ...waiting] = turns.waiting;
  const { last: before, isShown } = turns;
  const isMissed = isShown && before && !goesByItself(before.verdict);
  return {
    last,
    isShown: true,
    isSeen: false,
    waiting,
    missed: isMissed ? [...turns.missed, before] : turns.missed,
  };
}
