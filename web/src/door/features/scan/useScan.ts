// From a code to the verdict on the screen, one after the other, in whatever way it was scanned.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Desk } from '@/door/kit/checkIn/desk';
import { getSettings, goesOut } from '@/door/kit/device/settings';
import { signal } from '@/door/kit/device/signal';
import type { Reading } from '@/door/kit/pass/reading';
import { goesByItself, type Verdict } from '@/door/kit/verdict/verdict';
import { arrived, aside, changed, left, noTurns, pressed, seeing, seen, type Shown } from './turns';

const mostRemembered = 20;
/** How long words have to stand uncovered until they count as read; who scans because of them takes longer. */
const readAfterMs = 1_000;

export interface Scan {
  /** The last verdict, also when it is no longer over the screen. */
  last: Shown | undefined;
  isShown: boolean;
  /** How many wait until that one could be seen. */
  waiting: number;
  /** Those that let nobody in and went by without a press. */
  missed: readonly Shown[];
  /** How long the last one stays by itself; undefined until it is pressed away. */
  stays: number | undefined;
  /** The last twenty of this page, the last one first. */
  history: readonly Shown[];
  isChecking: boolean;
  /** Why there is no verdict. */
  problem: string | undefined;
  /** Shows what could not be done, in place of a verdict that could be seen; undefined takes it away. */
  tell: (problem: string | undefined) => void;
  /** With `isLook` nobody is let in. */
  check: (reading: Reading | undefined, isLook?: boolean) => void;
  /** A verdict about what is not even a code. */
  say: (verdict: Verdict) => void;
  /** A scanner has begun: that somebody was let in is about the one before. */
  begin: () => void;
  goOn: () => void;
  showLast: () => void;
  /** Whether the camera may bring the next one. */
  isReady: () => boolean;
  /** One has been changed: let in all the same. It is shown if none has come since. */
  replace: (before: Shown, verdict: Verdict) => void;
  /** A scan was taken back. If it is that of the last verdict, it says so, and makes room for the next one. */
  takenBack: (nonce: string) => void;
}

export function useScan(desk: Desk): Scan {
  const [turns, setTurns] = useState(noTurns);
  const [history, setHistory] = useState<readonly Shown[]>([]);
  const [isChecking, setChecking] = useState(false);
  const [told, setTold] = useState<{ problem: string }>();
  const problem = told?.problem;
  const queue = useRef({ tail: Promise.resolve(), checking: 0, turn: 0 });
  const { last, isShown, missed } = turns;
  const waiting = turns.waiting.length;

  /** Whether the words that say why there is no verdict have not stood on the screen for long enough yet. */
  const isUnread = useRef(false);
  useEffect(() => {
    if (!told || isShown) return;
    const timer = setTimeout(() => {
      isUnread.current = false;
    }, readAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [told, isShown]);
  /** What is scanned next takes those words away, but not before they could be read. */
  const clearProblem = useCallback(() => {
    if (!isUnread.current) setTold(undefined);
  }, []);

  const shownNow = useCallback(
    (verdict: Verdict, reading: Reading | undefined): Shown => {
      queue.current.turn += 1;
      return { verdict, reading, turn: queue.current.turn, at: desk.connection.now() };
    },
    [desk],
  );
  const show = useCallback(
    (verdict: Verdict, reading: Reading | undefined) => {
      const shown = shownNow(verdict, reading);
      setTurns((before) => arrived(before, shown));
      setHistory((before) => [shown, ...before].slice(0, mostRemembered));
      clearProblem();
    },
    [shownNow, clearProblem],
  );
  const tell = useCallback((next: string | undefined) => {
    if (next) setTurns(aside);
    isUnread.current = Boolean(next);
    setTold(next ? { problem: next } : undefined);
  }, []);

  const check = useCallback(
    (reading: Reading | undefined, isLook = false) => {
      const run = queue.current;
      run.checking += 1;
      setChecking(true);
      clearProblem();
      // Which way it was when the pass was shown.
      const isExit = goesOut(getSettings(), desk.connection.now());
      const scan = () => (isLook ? desk.look(reading) : desk.scan(reading, isExit));
      // A scanner may be faster than a network: each has its turn.
      run.tail = run.tail
        .then(scan)
        .then(
          (verdict) => {
            show(verdict, reading);
          },
          (error: unknown) => {
            tell((error as Error).message || 'The server did not accept this scan. Please try again.');
          },
        )
        .finally(() => {
          run.checking -= 1;
          if (run.checking === 0) setChecking(false);
        });
    },
    [desk, show, tell, clearProblem],
  );

  const turn = last?.turn;
  const sound = useEffectEvent(() => {
    if (last) signal(last.verdict.result);
  });
  useEffect(() => {
    if (turn !== undefined) sound();
  }, [turn]);

  const stays = last && waiting === 0 && missed.length === 0 ? stayOf(last.verdict) : undefined;
  const sees = last && seeing(last.verdict);
  const couldBeSeen = useEffectEvent(() => {
    // One that was looked at before is over the words because it was opened again.
    setTurns((before) =>
      problem === undefined || before.isSeen ? seen(before) : aside({ ...before, isSeen: true }),
    );
  });
  useEffect(() => {
    if (!isShown || turn === undefined) return;
    const timer = setTimeout(() => {
      couldBeSeen();
    }, sees);
    return () => {
      clearTimeout(timer);
    };
  }, [isShown, turn, sees]);
  useEffect(() => {
    if (!isShown || stays === undefined || turn === undefined) return;
    const timer = setTimeout(() => {
      setTurns((before) => ({ ...before, isShown: false }));
    }, stays);
    return () => {
      clearTimeout(timer);
    };
  }, [isShown, turn, stays]);

  return {
    last,
    isShown,
    waiting,
    missed,
    stays,
    history,
    isChecking,
    problem,
    tell,
    check,
    say: useCallback(
      (verdict: Verdict) => {
        show(verdict, undefined);
      },
      [show],
    ),
    begin: useCallback(() => {
      setTurns((before) =>
        before.waiting.length === 0 && before.last && goesByItself(before.last.verdict)
          ? { ...before, isShown: false }
          : before,
      );
    }, []),
    goOn: useCallback(() => {
      setTurns(pressed);
    }, []),
    showLast: useCallback(() => {
      setTurns((before) => ({
        ...before,
        isShown: true,
        isSeen: true,
        missed: before.missed.filter((one) => one !== before.last),
      }));
    }, []),
    isReady: useCallback(() => queue.current.checking === 0 && waiting === 0, [waiting]),
    replace: useCallback(
      (before: Shown, verdict: Verdict) => {
        const shown = shownNow(verdict, before.reading);
        const change = (one: Shown) => (one.turn === before.turn ? shown : one);
        setTurns((turns) => {
          const after = changed(turns, change);
          return after.last === shown ? { ...after, isShown: true } : after;
        });
        setHistory((all) => all.map(change));
        clearProblem();
      },
      [shownNow, clearProblem],
    ),
    takenBack: useCallback((nonce: string) => {
      const takeBack = (shown: Shown): Shown =>
        shown.verdict.undoes === nonce
          ? { ...shown, verdict: { ...shown.verdict, result: 'undone', notices: [], undoes: undefined } }
          : shown;
      setTurns((before) => {
        const after = changed(before, takeBack);
        return after.last === before.last ? after : left(after);
      });
      setHistory((before) => before.map(takeBack));
    }, []),
  };
}

const admittedMs = 2_500;
const withNoticesMs = 8_000;

/** Who is simply admitted goes on; what has to be talked about stays until it is pressed away or the next one comes. */
export function stayOf(verdict: Verdict): number | undefined {
  if (!goesByItself(verdict)) return undefined;
  const { notices, result } = verdict;
  return notices.length > 0 || result === 'not_in' ? withNoticesMs : admittedMs;
}
