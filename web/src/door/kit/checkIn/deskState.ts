// What the screens show of the door on this device, as it begins and as it is read from what the phone keeps.
import { stateOf } from '@/door/kit/roster/roster';
import type { Database, ScanEntry } from '@/door/kit/storage/database';
import { latest, unsent as countUnsent } from '@/door/kit/storage/queue';
import { keptList, keptLists, type DoorList } from './chosenList';
import type { Connection } from './connection';
import type { Intentions } from './intentions';
import { unsent as unsentReport, type NamedReport, type Reports } from './reports';

const mostRecent = 20;

export interface DeskState {
  list: DoorList | undefined;
  /** All of the event. */
  lists: readonly DoorList[];
  isOnline: boolean;
  /** When that began. */
  since: number;
  /** Of when the roster is; undefined until there is one. */
  asOf: number | undefined;
  /** How many entries it has. */
  entries: number;
  unsent: number;
  /** There is something that this page alone remembers. */
  isStorageFull: boolean;
  /** A page of a newer release has this phone's storage now: this one keeps nothing any more. */
  isReplaced: boolean;
  /** Why the server does not talk to this phone, where it says so. */
  refusal: string | undefined;
  /** The last scans that let somebody in, the last one first. */
  recent: readonly ScanEntry[];
  reports: readonly NamedReport[];
}

/** Before anything is read of what the phone keeps in its database. */
export const stateAtFirst = ({ isOnline, since }: Connection): DeskState => ({
  list: keptList(),
  lists: keptLists(),
  isOnline,
  since,
  asOf: undefined,
  entries: 0,
  unsent: 0,
  refusal: undefined,
  isStorageFull: false,
  isReplaced: false,
  recent: [],
  reports: [],
});

interface Keeping {
  database: Database;
  intentions: Intentions;
  reports: Reports;
  list: DoorList | undefined;
  lists: readonly DoorList[];
  /** By the server's clock. */
  now: number;
}

/** What the phone keeps, with what this page alone remembers. */
export async function readKept({
  database,
  intentions,
  reports,
  list,
  lists,
  now,
}: Keeping): Promise<Pick<DeskState, 'asOf' | 'entries' | 'unsent' | 'recent' | 'reports'>> {
  const [roster, atList, entries, unsent, named, refused, recent] = await Promise.all([
    stateOf(database),
    list && database.get('lists', list.list),
    database.count('entries'),
    countUnsent(database, intentions.unkept),
    reports.all(lists, now),
    intentions.refused(),
    latest(database, mostRecent),
  ]);
  return {
    asOf: atList?.asOf ?? roster?.asOf,
    entries,
    unsent: unsent + intentions.unkeptUnsent,
    recent: intentions.latest(recent, mostRecent),
    reports: [...named, ...refused.map(unsentReport)],
  };
}
