// From a code to the verdict on the screen, one after the other, in whatever way it was scanned.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Desk } from '@/door/kit/checkIn/desk';
import { signal } from '@/door/kit/device/signal';
import type { Reading } from '@/door/kit/pass/reading';
import type { Verdict } from '@/door/kit/verdict/verdict';

export interface Shown {
  verdict: Verdict;
  /** Undefined where nothing of ours was scanned. */
  reading: Reading | undefined;
  /** Counts the verdicts, so that the same one twice is two. */
  turn: number;
}

export interface Scan {
  /** The last verdict, also when it is no longer over the screen. */
  last: Shown | undefined;
  isShown: boolean;
  isChecking: boolean;
  /** Why there is no verdict. */
  problem: string | undefined;
  /** Shows what could not be done, in place of a verdict; undefined takes it away. */
  tell: (problem: string | undefined) => void;
  check: (reading: Reading | undefined) => void;
  show: (isShown: boolean) => void;
  /** Whether the camera may bring the next one. */
  isReady: () => boolean;
  /** The last one has been changed: let in all the same. */
  replace: (verdict: Verdict) => void;
  /** A scan was taken back. If it is that of the last verdict, it says so, and makes room for the next one. */
  takenBack: (nonce: string) => void;
}

export function useScan(desk: Desk): Scan {
  const [last, setLast] = useState<Shown>();
  const [isShown, setShown] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const queue = useRef({ tail: Promise.resolve(), waiting: 0 });

  const show = useCallback((verdict: Verdict, reading: Reading | undefined) => {
    signal(verdict.result);
    setLast((before) => ({ verdict, reading, turn: (before?.turn ?? 0) + 1 }));
    setShown(true);
    setProblem(undefined);
  }, []);

  const tell = useCallback((next: string | undefined) => {
    if (next) setShown(false);
    setProblem(next);
  }, []);

  const check = useCallback(
    (reading: Reading | undefined) => {
      const run = queue.current;
      run.waiting += 1;
      setChecking(true);
      setProblem(undefined);
      // A scanner may be faster than a network: each has its turn.
      run.tail = run.tail
        .then(() => desk.scan(reading))
        .then(
          (verdict) => {
            show(verdict, reading);
          },
          (error: unknown) => {
            tell((error as Error).message || 'The server did not accept this scan. Please try again.');
          },
        )
        .finally(() => {
          run.waiting -= 1;
          if (run.waiting === 0) setChecking(false);
        });
    },
    [desk, show, tell],
  );

  useEffect(() => {
    if (!isShown || !last) return;
    const stays = stayOf(last.verdict);
    if (stays === undefined) return;
    const timer = setTimeout(() => {
      setShown(false);
    }, stays);
    return () => {
      clearTimeout(timer);
    };
  }, [isShown, last]);

  return {
    last,
    isShown,
    isChecking,
    problem,
    tell,
    check,
    show: setShown,
    isReady: useCallback(() => queue.current.waiting === 0, []),
    replace: useCallback(
      (verdict: Verdict) => {
        show(verdict, last?.reading);
      },
      [last, show],
    ),
    takenBack: useCallback((nonce: string) => {
      setLast((before) =>
        before?.verdict.undoes === nonce
          ? { ...before, verdict: { ...before.verdict, result: 'undone', notices: [], undoes: undefined } }
          : before,
      );
      setShown(false);
    }, []),
  };
}

const admittedMs = 2_500;
const withNoticesMs = 8_000;

/** Who is simply admitted goes on; what has to be talked about stays until it is pressed away or the next one comes. */
export function stayOf({ result, notices }: Verdict): number | undefined {
  if (result !== 'admitted') return undefined;
  return notices.length > 0 ? withNoticesMs : admittedMs;
}
