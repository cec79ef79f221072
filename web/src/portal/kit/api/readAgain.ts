// A change that others were faster with.
import { ApiError } from '@/lib/api/client';

const seen = 'This was changed meanwhile. You see it as it is now: look at it, and try again.';

/** Makes a change. Where others have changed the same, reads what is there now: what was seen would be refused each time. */
export async function orReadAgain<Done>(
  change: () => Promise<Done>,
  readAgain: () => Promise<unknown>,
): Promise<Done> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const isRead = await readAgain().then(
      () => true,
      () => false,
    );
    throw isRead && error.details.code === 'stale_version' ? new ApiError(409, seen, error.details) : error;
  }
}
