// The door on this device: it asks the server about a scan, judges by the roster where there is no answer, and tells the
// server later. One for each page.
import { ApiError } from '@/lib/api/client';
import { session } from '@/lib/session';
import { uuid } from '@/lib/uuid';
import { deviceName, getSettings } from '@/door/kit/device/settings';
import type { Reading } from '@/door/kit/pass/reading';
import { newsOf, stateOf, takeOver } from '@/door/kit/roster/roster';
import { openerOf } from '@/door/kit/roster/seal';
import { forget, type Database, type ScanEntry, type UndoEntry } from '@/door/kit/storage/database';
import { latest, queueOf, unsent as countUnsent } from '@/door/kit/storage/queue';
import { malformed, verdictOfAnswer, type RedeemAnswer, type Verdict } from '@/door/kit/verdict/verdict';
import { keepList, keptList, type DoorList } from './chosenList';
import { Connection, isOutage } from './connection';
import { Intentions, isUndoable } from './intentions';
import { judgeByRoster } from './judgeByRoster';
import { nextPage } from './nextPage';
import { inTime, redeem } from './redeem';
import { refusalOf } from './refusal';
import { Reports, type NamedReport } from './reports';
import { upload } from './upload';

const mostRecent = 20;

/** A scan that has waited longer for its answer is of a page that is gone; each page waits for less. */
const abandonedMs = 10_000;

const roundMs = 10_000;
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000];

export interface DeskState {
  list: DoorList | undefined;
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
  /** Why the server does not talk to this phone, where it says so. */
  refusal: string | undefined;
  /** The last scans that let somebody in, the last one first. */
  recent: readonly ScanEntry[];
  reports: readonly NamedReport[];
}

export class Desk {
  readonly connection: Connection;
  readonly #database: Database;
  readonly #intentions: Intentions;
  readonly #reports: Reports;
  readonly #listeners = new Set<() => void>();
  #state: DeskState;
  #round: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isRunning = false;

  constructor(database: Database) {
    this.#database = database;
    this.#reports = new Reports(database);
    this.#intentions = new Intentions(queueOf(database), (scan) => this.#undoOf(scan));
    this.connection = new Connection(() => {
      this.#change({ isOnline: this.connection.isOnline, since: this.connection.since });
    });
    const { isOnline, since } = this.connection;
    this.#state = {
      list: keptList(),
      isOnline,
      since,
      asOf: undefined,
      entries: 0,
      unsent: 0,
      refusal: undefined,
      isStorageFull: false,
      recent: [],
      reports: [],
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DeskState => this.#state;

  /** Reads what an earlier load of the page has left, and keeps in touch with the server from now on. */
  async start(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await this.#look();
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#lost);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#hurry();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#lost);
    document.removeEventListener('visibilitychange', this.#hurry);
  }

  choose(list: DoorList | undefined): void {
    keepList(list);
    this.#change({ list });
    this.#hurry();
  }

  /** What to do with somebody who shows this. The verdict of the device is kept before it is told. */
  async scan(reading: Reading | undefined): Promise<Verdict> {
    const { list } = this.#state;
    if (!reading || !list) return malformed;
    const scan = await this.#scanOf(reading, list.list);
    const verdict = await this.#verdictOn(scan, reading, list);
    await this.#look();
    if (this.#intentions.unkept > 0) this.#change({ isStorageFull: true });
    return { ...verdict, undoes: await this.#toTakeBack(scan, verdict) };
  }

  /** Somebody whom the device could not check is let in all the same. Gives back the scan. */
  async letIn(reading: Reading): Promise<string | undefined> {
    const { list } = this.#state;
    if (!list) return undefined;
    const scan = await this.#scanOf(reading, list.list);
    await this.#intentions.letIn(scan);
    await this.#look();
    this.#hurry();
    return scan.nonce;
  }

  /** Takes a scan of this device back; the server hears of it now or later. */
  async undo(nonce: string, reason: string): Promise<void> {
    const scan = await this.#database.getFromIndex('queue', 'nonce', nonce);
    if (scan?.kind !== 'scan') return;
    await this.#intentions.takeBack({ ...this.#undoOf(scan), reason });
    await this.#look();
    this.#hurry();
  }

  async dealWith(id: string): Promise<void> {
    await this.#reports.dealWith(id);
    await this.#look();
  }

  /** Sends and reads now. Resolves when that is done, however it ends. */
  async refresh(): Promise<void> {
    this.#round ??= this.#goRound().finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  }

  /** The session is over: everything goes but what is not sent yet. */
  async forget(): Promise<void> {
    this.stop();
    await this.#round;
    this.#reports.forgetNames();
    await forget(this.#database);
    keepList(undefined);
    this.#change({ list: undefined });
    await this.#look();
  }

  async #verdictOn(scan: ScanEntry, reading: Reading, list: DoorList): Promise<Verdict> {
    const judge = () => judgeByRoster(this.#database, this.#intentions, reading, list, this.connection.now());
    if (!this.connection.isOnline) return this.#intentions.scanUnasked(scan, judge);
    return this.#intentions.scan(
      scan,
      async () => {
        const answer = await redeem(scan, this.connection);
        if (answer) await this.#remember(scan, answer);
        else this.#later();
        return answer && verdictOfAnswer(answer, reading.passNo);
      },
      judge,
      () => inTime(this.#send(), this.connection),
    );
  }

  /** The scan by which this device has let somebody in within the last hour. */
  async #toTakeBack({ list, passNo }: ScanEntry, { result }: Verdict): Promise<string | undefined> {
    if (result !== 'admitted' && result !== 'already') return undefined;
    const now = this.connection.now();
    return (await this.#intentions.admission(list, passNo, (own) => isUndoable(own, now)))?.nonce;
  }

  /** The network may be gone before the roster brings it. */
  async #remember(scan: ScanEntry, { result, at, device }: RedeemAnswer): Promise<void> {
    if (!at || result !== 'already') return;
    const { list, passNo, lookup: id = passNo } = scan;
    const known = await newsOf(this.#database, list, id);
    if (known) return;
    const admission = { at: Date.parse(at), device: device ?? '' };
    // A full phone learns it by the roster, or asks again.
    await this.#database.put('admissions', admission, [list, id]).catch(() => undefined);
  }

  async #scanOf({ kind, code, passNo }: Reading, list: string): Promise<ScanEntry> {
    const lookup = kind === 'pass' ? (await openerOf(code)).lookup : undefined;
    return { kind: 'scan', code, passNo, list, lookup, state: 'asked', ...this.#made() };
  }

  #undoOf({ nonce, passNo, list }: ScanEntry): UndoEntry {
    const reason = 'Nobody was let in: the answer did not reach the phone';
    return { kind: 'undo', code: passNo, passNo, list, undoes: nonce, reason, state: 'due', ...this.#made() };
  }

  #made() {
    const device = deviceName(getSettings());
    return { nonce: uuid(), device, madeAt: new Date().toISOString(), at: this.connection.now() };
  }

  readonly #hurry = (): void => {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    this.refresh().catch((error: unknown) => {
      console.error('The door could not read its storage', error);
      this.#later();
    });
  };

  readonly #lost = (): void => {
    this.connection.lost();
  };

  /** The next round, sooner at first when the last one failed. */
  #later(): void {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    const pause = this.#failures === 0 ? roundMs : retryMs[Math.min(this.#failures, retryMs.length) - 1];
    // Not all phones of an event at once, when its network comes back.
    this.#timer = setTimeout(this.#hurry, (pause ?? roundMs) * (0.75 + Math.random() / 2));
  }

  async #goRound(): Promise<void> {
    if (!session.token()) return;
    try {
      // A full phone does not keep them from being sent.
      await this.#intentions.keepAll().catch(() => undefined);
      this.#change({ isStorageFull: this.#intentions.unkept > 0 });
      await this.#intentions.rescue(({ madeAt }) => Math.abs(Date.now() - Date.parse(madeAt)) > abandonedMs);
      await this.#send();
      if (document.visibilityState === 'visible') await this.#readRoster();
      this.#failures = 0;
      this.#change({ refusal: undefined });
    } catch (error) {
      if (isOutage(error)) this.connection.lost();
      else if (error instanceof ApiError && session.token()) {
        // It has answered: the network is not what is missing.
        this.connection.heard(undefined, Date.now());
        this.#change({ refusal: refusalOf(error) });
      }
      // Without a session there is nothing to bring up to date.
      else if (session.token()) console.error('The door could not be brought up to date', error);
      this.#failures += 1;
    }
    await this.#look();
    this.#later();
  }

  #send(): Promise<void> {
    return upload({
      intentions: this.#intentions,
      connection: this.connection,
      report: (report, name) => this.#reports.add(report, name),
      sent: () => this.#look(),
    });
  }

  async #readRoster(): Promise<void> {
    const { list } = this.#state;
    if (!list) return;
    for (let hasMore = true; hasMore;) {
      const sentAt = Date.now();
      const known = await stateOf(this.#database);
      const page = await nextPage(this.#database, list.list, known?.next);
      if (!page || this.#state.list?.list !== list.list) return;
      this.connection.heard(page.server_time, sentAt);
      await takeOver(this.#database, page);
      await this.#reports.addDoubles(page);
      await this.#look();
      hasMore = page.more;
    }
  }

  async #look(): Promise<void> {
    const [roster, entries, unsent, reports, recent] = await Promise.all([
      stateOf(this.#database),
      this.#database.count('entries'),
      countUnsent(this.#database),
      this.#reports.all(),
      latest(this.#database, mostRecent),
    ]);
    this.#change({
      asOf: roster?.asOf,
      entries,
      unsent: unsent + this.#intentions.unkept,
      recent,
      reports,
    });
  }

  #change(changes: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
