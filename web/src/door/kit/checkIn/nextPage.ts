// The next page of the roster. A server that does not know the place where this device stopped begins again.
import { ApiError, call } from '@/lib/api/client';
import type { RosterPage } from '@/door/kit/roster/page';
import { drop, stateOf } from '@/door/kit/roster/roster';
import type { Database } from '@/door/kit/storage/database';

export async function nextPage(database: Database, list: string): Promise<RosterPage | undefined> {
  const since = (await stateOf(database))?.next;
  const list_since = (await database.get('lists', list))?.next;
  try {
    return await call('get', '/api/check-in/roster', {
      query: { list, short: 'yes', ...(since && { since }), ...(list_since && { list_since }) },
    });
  } catch (error) {
    const isStranger =
      error instanceof ApiError && error.status === 422 && error.details.field?.endsWith('since') === true;
    if (!isStranger) throw error;
    await drop(database);
    return call('get', '/api/check-in/roster', { query: { list, short: 'yes' } });
  }
}
