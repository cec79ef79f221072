// The next page of the roster. A server that does not know the place where this device stopped begins again.
import { ApiError, call } from '@/lib/api/client';
import type { ResponseOf } from '@/lib/api/operation';
import { drop } from '@/door/kit/roster/roster';
import type { Database } from '@/door/kit/storage/database';

type RosterPage = ResponseOf<'/api/check-in/roster', 'get'>;

export async function nextPage(
  database: Database,
  list: string,
  since: string | undefined,
): Promise<RosterPage | undefined> {
  try {
    return await call('get', '/api/check-in/roster', {
      query: since === undefined ? { list } : { list, since },
    });
  } catch (error) {
    const isStranger = error instanceof ApiError && error.status === 422 && since !== undefined;
    if (!isStranger) throw error;
    await drop(database);
    return call('get', '/api/check-in/roster', { query: { list } });
  }
}
