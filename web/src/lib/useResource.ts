// Something the server has, for the pages that everybody downloads: fetched when it is first shown, again and
// again after a failure, and when the visitor comes back to the page after a while. The portal has SWR for
// this, whose 4 KB the landing page has no room for.
import { useCallback, useEffect, useRef, useState } from 'react';

const retryAfterMs = [2_000, 4_000, 8_000, 15_000];
/** How old something may be before coming back to the page fetches it again. */
const staleAfterMs = 60_000;

export interface Resource<T> {
  /** The newest that came; it stays when a later fetch fails. */
  data: T | undefined;
  /** Why the last fetch failed, while there is nothing to show. */
  error: Error | undefined;
  /** Fetches now. Resolves when that is done, however it ends. */
  reload: () => Promise<void>;
}

/** `load` must be the same function from one rendering to the next. */
export function useResource<T>(load: () => Promise<T>): Resource<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<Error>();
  const isGone = useRef(false);
  const run = useRef({ failures: 0, fetchedAt: 0, latest: 0, timer: 0 });

  const reload = useCallback(() => {
    const state = run.current;
    const attempt = async (): Promise<void> => {
      clearTimeout(state.timer);
      state.latest += 1;
      const { latest } = state;
      const isOutrun = () => isGone.current || latest !== state.latest;
      try {
        const loaded = await load();
        if (isOutrun()) return;
        state.failures = 0;
        state.fetchedAt = Date.now();
        setData(loaded);
        setError(undefined);
      } catch (failure) {
        if (isOutrun()) return;
        setError(failure as Error);
        const pause = retryAfterMs[Math.min(state.failures, retryAfterMs.length - 1)];
        state.failures += 1;
        state.timer = window.setTimeout(() => void attempt(), pause);
      }
    };
    return attempt();
  }, [load]);

  useEffect(() => {
    const state = run.current;
    isGone.current = false;
    void reload();
    const onReturn = () => {
      const isOld = Date.now() - state.fetchedAt > staleAfterMs;
      if (document.visibilityState === 'visible' && isOld) void reload();
    };
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', onReturn);
    return () => {
      isGone.current = true;
      clearTimeout(state.timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', onReturn);
    };
  }, [reload]);

  return { data, error: data === undefined ? error : undefined, reload };
}
