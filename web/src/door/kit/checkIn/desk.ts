// The door on this device: it asks the server about a scan, judges by the roster where there is no answer, and tells the
// server later. One for each page.
import { call } from '@/lib/api/client';
import type { ResponseOf } from '@/lib/api/operation';
import { session } from '@/lib/session';
import { uuid } from '@/lib/uuid';
import { deviceName, getSettings } from '@/door/kit/device/settings';
import type { Reading } from '@/door/kit/pass/reading';
import { stateOf, takeOver } from '@/door/kit/roster/roster';
import { openerOf } from '@/door/kit/roster/seal';
import { forget, type Database, type QueuedScan, type Report } from '@/door/kit/storage/database';
import { count, enqueue, takeBack } from '@/door/kit/storage/queue';
import { malformed, verdictOfAnswer, type RedeemAnswer, type Verdict } from '@/door/kit/verdict/verdict';
import { keepList, keptList, type DoorList } from './chosenList';
import { Connection, isOutage } from './connection';
import { judgeByRoster } from './judgeByRoster';
import { nextPage } from './nextPage';
import { redeem } from './redeem';
import { upload } from './upload';

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
  reports: readonly (Report & { name: string | undefined })[];
}

export class Desk {
  readonly connection: Connection;
  readonly #database: Database;
  readonly #listeners = new Set<() => void>();
  /** Of people in reports: on the screen, and never on the device. */
  readonly #names = new Map<string, string>();
  #state: DeskState;
  #round: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isRunning = false;

  constructor(database: Database) {
    this.#database = database;
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
    const scan = this.#scanOf(reading, list.list);
    if (!this.connection.isOnline) return this.#judgeHere(reading, list, { ...scan, code: reading.passNo });
    const answer = await redeem(scan, this.connection);
    // The server may have it with its code and its nonce, so it is sent again with both.
    if (!answer) {
      this.#later();
      return this.#judgeHere(reading, list, scan);
    }
    await this.#remember(reading, list.list, answer);
    return verdictOfAnswer(answer, reading.passNo);
  }

  /** Somebody whom the device could not check is let in all the same. */
  async letIn(reading: Reading): Promise<void> {
    const { list } = this.#state;
    if (!list) return;
    const id = reading.kind === 'pass' ? (await openerOf(reading.code)).lookup : reading.passNo;
    await this.#keep(this.#scanOf(reading, list.list), id);
  }

  /** Takes the admission back. */
  async undo(reading: Reading, reason: string): Promise<void> {
    const { list } = this.#state;
    if (!list) return;
    const isQueued = await takeBack(this.#database, list.list, reading.passNo);
    const ids = [reading.passNo];
    if (reading.kind === 'pass') ids.push((await openerOf(reading.code)).lookup);
    if (!isQueued) {
      await call('post', '/api/check-in/undo', {
        body: { code: reading.code, list: list.list, reason, device: deviceName(getSettings()) },
      });
    }
    await Promise.all(ids.map((id) => this.#database.delete('admissions', [list.list, id])));
    await this.#look();
  }

  async dealWith(id: string): Promise<void> {
    const transaction = this.#database.transaction(['reports', 'dealtWith'], 'readwrite');
    await Promise.all([
      transaction.objectStore('reports').delete(id),
      transaction.objectStore('dealtWith').put(true, id),
      transaction.done,
    ]);
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
    this.#names.clear();
    await forget(this.#database);
    keepList(undefined);
    this.#change({ list: undefined });
    await this.#look();
  }

  /** The network may be gone before the roster brings it. */
  async #remember(reading: Reading, list: string, { at, device }: RedeemAnswer): Promise<void> {
    if (!at) return;
    const { passNo } = reading;
    const id = reading.kind === 'pass' ? (await openerOf(reading.code)).lookup : passNo;
    await this.#database.put('admissions', { at: Date.parse(at), device: device ?? '', passNo }, [list, id]);
  }

  async #judgeHere(reading: Reading, list: DoorList, scan: QueuedScan): Promise<Verdict> {
    const { verdict, id } = await judgeByRoster(this.#database, reading, list, this.connection.now());
    if (verdict.result === 'admitted') await this.#keep(scan, id);
    return verdict;
  }

  async #keep(scan: QueuedScan, id: string): Promise<void> {
    const { device, passNo } = scan;
    await enqueue(this.#database, scan, id, { at: this.connection.now(), device, passNo });
    await this.#look();
  }

  #scanOf({ code, passNo }: Reading, list: string): QueuedScan {
    return {
      nonce: uuid(),
      code,
      passNo,
      list,
      scannedAt: new Date().toISOString(),
      device: deviceName(getSettings()),
    };
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
      await upload({
        database: this.#database,
        connection: this.connection,
        report: (report, name) => this.#report(report, name),
        sent: () => this.#look(),
      });
      if (document.visibilityState === 'visible') await this.#readRoster();
      this.#failures = 0;
    } catch (error) {
      if (isOutage(error)) this.connection.lost();
      // Without a session there is nothing to bring up to date.
      else if (session.token()) console.error('The door could not be brought up to date', error);
      this.#failures += 1;
    }
    await this.#look();
    this.#later();
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
      await this.#reportDoubles(page);
      await this.#look();
      hasMore = page.more;
    }
  }

  /** Doubles in which this device has let the person in; the other device may have told of it. */
  async #reportDoubles({ list, doubles }: ResponseOf<'/api/check-in/roster', 'get'>): Promise<void> {
    const own = deviceName(getSettings());
    for (const { lookup, first, second } of doubles) {
      if (first.device !== own && second.device !== own) continue;
      const passNo = (await this.#database.get('admissions', [list, lookup]))?.passNo ?? '';
      const places = [first, second].map(({ at, device }) => ({ at, device }));
      await this.#report(
        { id: `${list} ${passNo || lookup}`, kind: 'double', list, passNo, places },
        undefined,
      );
    }
  }

  async #report(report: Report, name: string | undefined): Promise<void> {
    if (name !== undefined) this.#names.set(report.id, name);
    if ((await this.#database.get('dealtWith', report.id)) !== undefined) return;
    await this.#database.put('reports', report, report.id);
  }

  async #look(): Promise<void> {
    const [roster, entries, unsent, reports] = await Promise.all([
      stateOf(this.#database),
      this.#database.count('entries'),
      count(this.#database),
      this.#database.getAll('reports'),
    ]);
    this.#change({
      asOf: roster?.asOf,
      entries,
      unsent,
      reports: reports.map((report) => ({ ...report, name: this.#names.get(report.id) })),
    });
  }

  #change(changes: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
