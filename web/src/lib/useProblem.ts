// What went wrong with what somebody asked for, until they ask again.
import { useRef, useState } from 'react';

/** Counts up, so that the same problem twice is announced twice. */
export type Shown<Problem> = Problem & { occurrence: number };

interface ProblemState<Problem> {
  problem: Shown<Problem> | undefined;
  fail: (problem: Problem) => void;
  /** Changes what is shown without announcing it again; undefined shows nothing. */
  forgive: (change: (shown: Shown<Problem>) => Shown<Problem> | undefined) => void;
  clear: () => void;
}

/** `initial` is what is wrong from the beginning. */
export function useProblem<Problem extends object>(initial?: Problem): ProblemState<Problem> {
  const [problem, setProblem] = useState<Shown<Problem> | undefined>(
    initial && { ...initial, occurrence: 0 },
  );
  const occurrences = useRef(0);
  return {
    problem,
    fail: (next) => {
      occurrences.current += 1;
      setProblem({ ...next, occurrence: occurrences.current });
    },
    forgive: (change) => {
      setProblem((shown) => shown && change(shown));
    },
    clear: () => {
      setProblem(undefined);
    },
  };
}
