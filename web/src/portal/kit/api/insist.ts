// Sending again what is done once, however often it is sent.
import { isLost } from '@/lib/api/client';
import { isBusy } from '@/lib/api/passing';
import { wait } from '@/lib/wait';

const pauseMs = 2_000;
const most = 3;
/** Somebody is waiting at the counter: they are told rather than kept waiting for slow answers. */
const withinMs = 15_000;

/**
 * Repeats `send` while its answer is lost: the answer to the next one says whether it was done. Nor is a person asked to
 * press again because too much came at once.
 */
export async function insist<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const begun = Date.now();
  for (let sent = 1; ; sent += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(isLost(error) || isBusy(error)) || sent === most || Date.now() - begun > withinMs) throw error;
    }
    await wait(pauseMs, new AbortController().signal);
  }
}
