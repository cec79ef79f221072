// Keeps the roster up to date: the passes and what happens at the chosen list in each round, the other lists in turn, so that
// one can go on with each of them without a network.
import { ApiError } from '@/lib/api/client';
import { takeOver } from '@/door/kit/roster/roster';
import type { Database } from '@/door/kit/storage/database';
import type { DoorList } from './chosenList';
import type { Connection } from './connection';
import { nextPage } from './nextPage';
import type { Reports } from './reports';

/** For so long is another list left alone. */
const restMs = 60_000;

interface Following {
  database: Database;
  connection: Connection;
  reports: Reports;
  lists: readonly DoorList[];
  /** The list that is chosen at this moment. */
  chosen: () => string | undefined;
  /** After each page. */
  read: () => Promise<void>;
}

export async function follow(following: Following): Promise<void> {
  const { database, connection, lists, chosen } = following;
  const list = chosen();
  if (list === undefined) return;
  await followList(following, list);
  const others = lists.filter((other) => other.list !== list);
  const known = await Promise.all(others.map((other) => database.get('lists', other.list)));
  const ages = known.map((progress) => progress?.asOf ?? -Infinity);
  const oldest = Math.min(...ages);
  for (const [place, other] of others.entries()) {
    const age = ages[place];
    // Those that are new to the phone, and one of the rest.
    const isDue = age === -Infinity || (age === oldest && connection.now() - oldest > restMs);
    if (isDue && chosen() === list) await followList(following, other.list).catch(unlessGone);
  }
}

async function followList(
  { database, connection, reports, chosen, read }: Following,
  list: string,
): Promise<void> {
  const before = chosen();
  for (let hasMore = true; hasMore;) {
    const began = connection.begin();
    const page = await nextPage(database, list);
    if (!page || chosen() !== before) return;
    connection.heard(page.server_time, began);
    await takeOver(database, page);
    await reports.addDoubles(page);
    await read();
    hasMore = page.more;
  }
}

/** Another list that is gone meanwhile does not keep this one from being followed. */
function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

/** Whether the server has no such list any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 422;
