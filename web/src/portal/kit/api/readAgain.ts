// A change that others were faster with, or whose answer is lost.
import { ApiError, isLost } from '@/lib/api/client';

const seen = 'This was changed meanwhile. You see it as it is now: look at it, and try again.';

/**
 * Makes a change. Where others have changed the same, reads what is there now: what was seen would be refused each time. Where
 * the answer is lost, only what is there tells whether it was made; that it is lost is said without waiting for this.
 */
export async function orReadAgain<Done>(
  change: () => Promise<Done>,
  readAgain: () => Promise<unknown>,
): Promise<Done> {
  try {
    return await change();
  } catch (error) {
    if (isLost(error)) void readAgain().catch(() => undefined);
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const isRead = await readAgain().then(
      () => true,
      () => false,
    );
    throw isRead && error.details.code === 'stale_version' ? new ApiError(409, seen, error.details) : error;
  }
}
