// One payment under way: whether it is, what to tell the person meanwhile, and what went wrong.
import { useEffect, useRef, useState } from 'react';
import { texts } from '@/content/texts';
import { ApiError, referenceOf } from '@/lib/api/client';
import type { Attempt } from './attempt';
import { fieldOf } from './order';
import type { Problem } from '@/lib/registration/validation';

export interface ShownProblem extends Problem {
  /** Counts up, so that the same problem twice is announced twice. */
  occurrence: number;
}

export interface Payment {
  isBusy: boolean;
  notice: string | undefined;
  problem: ShownProblem | undefined;
  start: (attempt: Attempt, explain?: (error: unknown) => Problem | undefined) => void;
  fail: (problem: Problem) => void;
  forgive: (change: (problem: ShownProblem) => ShownProblem | undefined) => void;
}

type Submission = typeof import('./submission');

/** What only somebody who registers needs is no part of the first download. */
const loadSubmission = (): Promise<Submission> => import('./submission');

/** Fetches that part ahead of the moment it is needed; a failure shows when it matters. */
export function prepareSubmission(): void {
  loadSubmission().catch(() => undefined);
}

export function usePayment(): Payment {
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [problem, setProblem] = useState<ShownProblem>();
  const running = useRef<AbortController>(undefined);
  const occurrences = useRef(0);

  useEffect(() => {
    const stop = () => {
      running.current?.abort();
      running.current = undefined;
      setBusy(false);
      setNotice(undefined);
    };
    // Coming Back from the payment page may revive this page just as it was left, mid-way.
    const onPageShow = (shown: PageTransitionEvent) => {
      if (shown.persisted) stop();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      running.current?.abort();
      running.current = undefined;
    };
  }, []);

  const fail = (found: Problem) => {
    occurrences.current += 1;
    setProblem({ ...found, occurrence: occurrences.current });
  };

  const start: Payment['start'] = (attempt, explain) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setBusy(true);
    const payWith = ({ pay }: Submission) => pay(attempt, { signal: controller.signal, onNotice: setNotice });
    const notLoaded = () => Promise.reject(new ApiError(0, texts.offline));
    loadSubmission()
      .then(payWith, notLoaded)
      .catch((error: unknown) => {
        if (running.current !== controller) return;
        running.current = undefined;
        controller.abort();
        setBusy(false);
        setNotice(undefined);
        fail(explain?.(error) ?? toProblem(error));
      });
  };

  const forgive: Payment['forgive'] = (change) => {
    setProblem((shown) => shown && change(shown));
  };

  return { isBusy, notice, problem, start, fail, forgive };
}

function toProblem(error: unknown): Problem {
  const message = (error instanceof Error && error.message) || texts.paymentInitFailed;
  const field = error instanceof ApiError ? fieldOf[error.details.field ?? ''] : undefined;
  return {
    message,
    fields: field ? { [field]: 'Please check this.' } : {},
    reference: referenceOf(error),
  };
}
