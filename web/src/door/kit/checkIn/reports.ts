// What somebody at the door has to look at, without names on the device: those are for the screen alone.
import { deviceName, getSettings } from '@/door/kit/device/settings';
import { shortened, type RosterPage } from '@/door/kit/roster/page';
import { isOfBefore } from '@/door/kit/roster/roster';
import type { Database, Entry, Report, ScanEntry } from '@/door/kit/storage/database';
import type { DoorList } from './chosenList';

export interface NamedReport extends Omit<Report, 'kind'> {
  /** What is not sent is in the queue, and no report is kept of it. */
  kind: Report['kind'] | 'unsent scan' | 'unsent undo';
  name: string | undefined;
}

export class Reports {
  readonly #database: Database;
  /** By report, for as long as the page is there. */
  readonly #names = new Map<string, string>();
  /** Those that the phone could not keep. */
  readonly #unkept = new Map<string, Report>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is still to be looked at: what practice has left is not, once its list has begun. */
  async all(lists: readonly DoorList[], now: number): Promise<NamedReport[]> {
    const kept = await this.#database.getAll('reports');
    const reports = new Map([...kept.map((report) => [report.id, report] as const), ...this.#unkept]);
    const shown = [...reports.values()].filter((report) => {
      const { begins_at } = lists.find(({ list }) => list === report.list) ?? {};
      const begins = Date.parse(begins_at ?? '');
      return !(now >= begins && isOfBefore(report, begins));
    });
    return shown.map((report) => ({ ...report, name: this.#names.get(report.id) }));
  }

  get unkept(): number {
    return this.#unkept.size;
  }

  /**
   * One that was dealt with is shown no more, though the server goes on naming it. What the phone cannot keep is shown from
   * memory.
   */
  async add(report: Report, name: string | undefined): Promise<void> {
    if (name !== undefined) this.#names.set(report.id, name);
    try {
      await this.#keep(report);
    } catch (error) {
      console.error('The phone could not keep this', error);
      this.#unkept.set(report.id, report);
    }
  }

  /** Keeps what could not be kept before. */
  async keepAll(): Promise<void> {
    for (const report of this.#unkept.values()) await this.#keep(report);
  }

  async #keep(report: Report): Promise<void> {
    if ((await this.#database.get('dealtWith', report.id)) === undefined) {
      await this.#database.put('reports', report, report.id);
    }
    this.#unkept.delete(report.id);
  }

  /** Doubles in which this device has let the person in; the other device may have told of it. */
  async addDoubles({ list, doubles }: RosterPage): Promise<void> {
    if (doubles.length === 0) return;
    const all = await this.#database.getAll('queue');
    // Also by the names that it had where it stood before.
    const own = new Set([deviceName(getSettings()), ...all.map(({ device }) => device)]);
    for (const { lookup, first, second } of doubles) {
      if (!own.has(first.device) && !own.has(second.device)) continue;
      const scan = all.find((entry) => entry.kind === 'scan' && isOf(entry, lookup));
      const passNo = scan?.passNo ?? '';
      const places = [first, second].map(({ at, device }) => ({ at, device }));
      const id = idOfDouble(list, passNo || lookup, second);
      await this.add({ id, kind: 'double', list, passNo, places }, undefined);
    }
  }

  async dealWith(id: string): Promise<void> {
    const transaction = this.#database.transaction(['reports', 'dealtWith'], 'readwrite');
    await Promise.all([
      transaction.objectStore('reports').delete(id),
      transaction.objectStore('dealtWith').put(true, id),
      transaction.done,
    ]);
    this.#unkept.delete(id);
  }

  /** What this page alone knows. */
  forget(): void {
    this.#names.clear();
    this.#unkept.clear();
  }
}

/** What the server does not take of what was meant here. */
export function unsent({ entry, why }: { entry: Entry; why: string }): NamedReport {
  const { nonce, kind, list, passNo, at, device } = entry;
  const places = [{ at: new Date(at).toISOString(), device }];
  return { id: nonce, kind: `unsent ${kind}`, list, passNo, at, places, reason: why, name: undefined };
}

/** A double is known by its second scan, in the answer to a scan as in the server's news. */
export const idOfDouble = (list: string, pass: string, second: { at: string }): string =>
  `${list} ${pass} double ${String(Date.parse(second.at))}`;

/** A release before has kept the whole of a lookup. */
const isOf = (entry: ScanEntry, lookup: string): boolean =>
  entry.lookup !== undefined && shortened(entry.lookup) === shortened(lookup);
