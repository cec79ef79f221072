// Every change of the portal: a person is not asked to press again because too much came at once. Nothing was done, so what is sent
// again is the same, under the same key where it has one.
import { ApiError } from '@/lib/api/client';
import { isBusy } from '@/lib/api/passing';
import { session } from '@/lib/session';
import { wait } from '@/lib/wait';

export const pauseMs = 2_000;
export const most = 3;
/** People wait at the counter: an answer that is longer in coming is shown. A 503 of the gateway's time-out comes later, too. */
export const withinMs = 15_000;

/** Signing in counts the pause down that it is given. */
const signingIn = '/api/admin/login';

export async function whileBusy<Answer>(send: () => Promise<Answer>, path: string): Promise<Answer> {
  const begun = Date.now();
  const token = session.token();
  for (let sent = 1; ; sent += 1) {
    try {
      return await send();
    } catch (error) {
      const pause = pauseAfter(error, path);
      if (pause === undefined || sent === most || Date.now() - begun + pause > withinMs) throw error;
      await wait(pause, new AbortController().signal);
      // Nobody's change is made in the name of who has signed in meanwhile.
      if (session.token() !== token) throw error;
    }
  }
}

function pauseAfter(error: unknown, path: string): number | undefined {
  if (!(error instanceof ApiError) || !isBusy(error)) return undefined;
  if (error.status === 429 && path.startsWith(signingIn)) return undefined;
  return Math.max(pauseMs, (error.details.retryAfterSeconds ?? 0) * 1_000);
}
