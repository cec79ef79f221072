// One payment under way: whether it is, what to tell the person meanwhile, and what went wrong.
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { attemptInLine, attemptStore, isFresh, leavePlace } from './attempt';
import type { Attempt } from './attemptRecord';
import type { InLine } from './line';
import type { PaymentProblem } from './paymentProblem';
import { ElsewhereError, keptPlaces } from './places';
import type { Problem } from '@/lib/registration/validation';
import { useProblem, type Shown } from '@/lib/useProblem';

export interface Payment {
  isBusy: boolean;
  notice: string | undefined;
  problem: Shown<PaymentProblem> | undefined;
  /** Set while the registration has a place in the line, with the view that shows it. */
  line: ShownLine | undefined;
  /** For above the form: a place in the line was left here, or other tabs of this browser wait with some. */
  placeNote: ReactElement | undefined;
  /** `isResumed` where nobody has pressed for it: it goes on as it was sent last. */
  start: (attempt: Attempt, isResumed?: boolean) => void;
  /** Back to the form. What was typed stays, and so does the place for who registers from here again in time. */
  leaveLine: (note: ReactElement) => void;
  fail: (problem: PaymentProblem) => void;
  forgive: (change: (shown: Shown<PaymentProblem>) => Shown<PaymentProblem> | undefined) => void;
}

interface ShownLine extends InLine {
  Card: Submission['WaitingCard'];
}

type Submission = typeof import('./submission');

type Explain = (error: unknown, submission: Submission) => Problem | undefined;

const partMissing = () =>
  `A part of this page did not load. Please check your connection and load the page again${
    attemptStore.isRefused() ? '. You will have to fill in the form again' : ': what you typed is kept'
  }.`;

/** What only those who register need is no part of the first download. */
const loadSubmission = (): Promise<Submission> => import('./submission');

/** Fetches that part ahead of the moment it is needed; a failure shows when it matters. */
export function prepareSubmission(): void {
  loadSubmission().catch(() => undefined);
}

/** What is wrong with a name, by the rule that is in that part. */
export const nameProblemOf = (name: string): Promise<string | undefined> =>
  loadSubmission().then(
    ({ nameProblem }) => nameProblem(name),
    () => undefined,
  );

/** `explain` has better words for an error than the server's, where it knows more; the part that has come helps it. */
export function usePayment(explain: Explain): Payment {
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const { problem, fail, forgive, clear } = useProblem<PaymentProblem>();
  const [line, setLine] = useState<ShownLine>();
  const [placeNote, setPlaceNote] = useState<ReactElement>();
  const running = useRef<AbortController>(undefined);
  const explainNow = useRef(explain);

  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setBusy(false);
    setNotice(undefined);
    setLine(undefined);
  };

  const start: Payment['start'] = (attempt, isResumed) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    clear();
    setNotice(undefined);
    setBusy(true);
    const ended = (show: () => void) => {
      if (running.current !== controller) return;
      stop();
      show();
    };
    loadSubmission().then(
      (submission) =>
        submission
          .pay(attempt, {
            isResumed,
            signal: controller.signal,
            onNotice: setNotice,
            onLine: (state) => {
              setLine({ ...state, Card: submission.WaitingCard });
            },
          })
          .catch((error: unknown) => {
            ended(() => {
              if (error instanceof ElsewhereError) setNotice(error.message);
              else fail(explainNow.current(error, submission) ?? submission.toProblem(error, attempt));
            });
          }),
      () => {
        ended(() => {
          fail({ message: partMissing(), fields: {}, needsLoad: true });
        });
      },
    );
  };

  const resume = useRef<(signal: AbortSignal) => void>(() => undefined);
  useEffect(() => {
    explainNow.current = explain;
    resume.current = (signal) => {
      const attempt = attemptInLine();
      if (attempt) start(attempt, true);
      else if (isFresh() && keptPlaces().length > 0) {
        loadSubmission()
          .then(({ takeUpLeftPlace }) => takeUpLeftPlace(signal, start))
          .then(setPlaceNote, () => undefined);
      }
    };
  });

  useEffect(() => {
    const gone = new AbortController();
    resume.current(gone.signal);
    // Coming Back from the payment page may revive this page just as it was left, mid-way.
    const onPageShow = (shown: PageTransitionEvent) => {
      if (!shown.persisted) return;
      stop();
      resume.current(gone.signal);
    };
    // The tab that waited with a place may have been closed since this one was loaded.
    const onLook = () => {
      if (document.visibilityState === 'visible' && isFresh()) resume.current(gone.signal);
    };
    window.addEventListener('pageshow', onPageShow, { signal: gone.signal });
    document.addEventListener('visibilitychange', onLook, { signal: gone.signal });
    return () => {
      gone.abort();
      running.current?.abort();
      running.current = undefined;
    };
  }, []);

  const leaveLine = (note: ReactElement) => {
    if (line) leavePlace(line.place);
    setPlaceNote(note);
    stop();
  };

  return { isBusy, notice, problem, line, placeNote, start, leaveLine, fail, forgive };
}
