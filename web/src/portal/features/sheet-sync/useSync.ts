// Writing the candidates to the spreadsheet: how it stands, and how it ended. It is one job for everybody: another
// window, or another person, may have started the one that is running.
import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { ApiError, callForAnswer, isLost } from '@/lib/api/client';
import { read } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import type { SyncState } from '@/portal/kit/api/entries';

const pollMs = 1_000;

/** The status of an answer that came before the end of the job. */
const goesOn = 202;

/** In the console, where the announcement sends people. */
const notSynced = 'The sheet could not be synced';

export interface SyncOutcome {
  /** Lost: no answer of ours says how it ended. */
  end: 'done' | 'failed' | 'lost';
  /** What the server says about it, empty when it says nothing; or what is true without it. */
  message: string;
}

export interface Sync {
  /** Undefined until it has been loaded once. */
  state: SyncState | undefined;
  loadError: Error | undefined;
  retry: () => void;
  isRunning: boolean;
  /** How the last job ended that was watched here, until it is dismissed. */
  outcome: SyncOutcome | undefined;
  dismiss: () => void;
  /** `all` also when nothing has changed since the last time. */
  start: (what: 'changes' | 'all') => void;
}

export function useSync(): Sync {
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<SyncOutcome>();
  /** The answer to our request came before the end of the job. */
  const isWatched = useRef(false);
  const {
    data: state,
    error,
    mutate,
  } = useSWR<SyncState, Error>('/api/sync', () => read('/api/sync', {}), {
    refreshInterval: (latest) => (isAsking || latest?.running ? pollMs : 0),
  });
  const isJobRunning = state?.running ?? false;

  useEffect(() => {
    if (isAsking) return;
    if (isJobRunning) isWatched.current = true;
    else if (isWatched.current && state) {
      isWatched.current = false;
      if (state.error) console.error(notSynced, state.error);
      setOutcome({ end: state.error ? 'failed' : 'done', message: state.error ?? candidatesWritten(state) });
    }
  }, [isAsking, isJobRunning, state]);

  const fail = (failure: unknown) => {
    if (failure instanceof ApiError && failure.details.code === 'sync_running') return;
    console.error(notSynced, failure);
    setOutcome(outcomeOf(failure));
  };

  const start: Sync['start'] = (what) => {
    if (isAsking || isJobRunning) return;
    setAsking(true);
    setOutcome(undefined);
    isWatched.current = false;
    const path = what === 'all' ? '/api/sync-all' : '/api/sync';
    callForAnswer('post', path, {})
      .then(
        async ({ status, body }) => {
          if (status === goesOn) {
            // It runs until it is seen to have ended, which it may have done by the time of the next look.
            isWatched.current = true;
            await mutate((last) => last && { ...last, running: true, done: 0, total: 0 });
            return;
          }
          const latest = await mutate();
          if (!latest?.running) setOutcome({ end: 'done', message: body?.message ?? '' });
        },
        async (failure: unknown) => {
          fail(failure);
          await mutate();
        },
      )
      .catch(() => undefined)
      .finally(() => {
        setAsking(false);
      });
  };

  return {
    state,
    loadError: state ? undefined : error,
    retry: () => void mutate(),
    isRunning: isAsking || isJobRunning,
    outcome,
    dismiss: () => {
      setOutcome(undefined);
    },
    start,
  };
}

/** Our server's own answer says how it went, also with no words at all; whatever else came back is no answer of its. */
function outcomeOf(failure: unknown): SyncOutcome {
  const { message } = failure as Error;
  const isAnswered = failure instanceof ApiError && failure.details.code !== undefined;
  if (!isAnswered && isLost(failure)) return { end: 'lost', message: failureText(failure, message) };
  return { end: 'failed', message };
}

const candidatesWritten = ({ total }: SyncState): string =>
  total === 1 ? '1 candidate is in the sheet.' : `${String(total)} candidates are in the sheet.`;
