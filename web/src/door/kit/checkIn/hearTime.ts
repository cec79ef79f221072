// Asks what time it is by the server, before anything is sent of which it is not known how long ago it was made.
import type { Database } from '@/door/kit/storage/database';
import { isOutage, type Connection } from './connection';
import { isGone } from './follow';
import type { Intentions } from './intentions';
import { nextPage } from './nextPage';

interface Hearing {
  database: Database;
  connection: Connection;
  intentions: Intentions;
  /** The list that is chosen. */
  chosen: string | undefined;
}

/** The roster of each list tells the time. What the server does not take may wait for good, and its list be gone. */
export async function hearTime({ database, connection, intentions, chosen }: Hearing): Promise<void> {
  const lists = new Set([...(chosen === undefined ? [] : [chosen]), ...(await intentions.dueLists())]);
  for (const list of lists) {
    const began = connection.begin();
    try {
      const page = await nextPage(database, list);
      if (page) {
        connection.heard(page.server_time, began);
        return;
      }
    } catch (error) {
      if (isOutage(error)) throw error;
      // Any other answer, or a phone that fails to read, must not hold back what is due.
      if (!isGone(error)) return;
    }
  }
}
