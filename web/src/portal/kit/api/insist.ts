// Sending again what is done once, however often it is sent.
import { isLost } from '@/lib/api/client';
import { isBusy } from '@/lib/api/passing';
import { wait } from '@/lib/wait';
import { most, pauseMs, withinMs } from './busy';

/**
 * Repeats `send` while its answer is lost: the answer to the next one says whether it was done. An answer that too much comes at
 * once has come as often as any change is sent.
 */
export async function insist<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const begun = Date.now();
  for (let sent = 1; ; sent += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isLost(error) || isBusy(error) || sent === most || Date.now() - begun > withinMs) throw error;
    }
    await wait(pauseMs, new AbortController().signal);
  }
}
