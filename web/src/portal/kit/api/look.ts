// A call that only looks, though it is no GET: what it asks about is in its body.
import { ApiError } from '@/lib/api/client';

/** Its answer. Where none comes, nothing is open that it could have done. */
export async function look<Seen>(seen: Promise<Seen>): Promise<Seen> {
  try {
    return await seen;
  } catch (error) {
    if (error instanceof ApiError) error.isLost = false;
    throw error;
  }
}
