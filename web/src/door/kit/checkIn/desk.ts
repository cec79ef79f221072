// The door on this device: it asks the server about a scan, judges by the roster where there is no answer, and tells the
// server later. One for each page.
import { ApiError, call } from '@/lib/api/client';
import { session } from '@/lib/session';
import type { Reading } from '@/door/kit/pass/reading';
import { forget, type Database, type Entry } from '@/door/kit/storage/database';
import { queueOf } from '@/door/kit/storage/queue';
import { isThrough, looked, malformed, type Verdict } from '@/door/kit/verdict/verdict';
import { turn } from '@/door/kit/device/settings';
import { countsExits, keepList, keepLists, type DoorList } from './chosenList';
import { Connection, isOutage } from './connection';
import { readKept, stateAtFirst, type DeskState } from './deskState';
import { follow } from './follow';
import { hearTime } from './hearTime';
import { Intentions } from './intentions';
import { Judging, scanOf, undoOf } from './judging';
import { NotHere } from './notHere';
import { refusalOf } from './refusal';
import { Reports } from './reports';
import { Rounds } from './rounds';
import { upload } from './upload';

/** A scan that has waited longer for its answer is of a page that is gone; each page waits for less. */
const abandonedMs = 10_000;

/** How often the lists are read, with how many are in. */
const listsMs = 30_000;

export class Desk {
  readonly connection: Connection;
  readonly #database: Database;
  readonly #intentions: Intentions;
  readonly #reports: Reports;
  readonly #judging: Judging;
  readonly #rounds: Rounds;
  readonly #listeners = new Set<() => void>();
  #state: DeskState;
  /** Until when things were made is known as well as it can be. */
  #laid = Promise.resolve();
  /** By the stopwatch of this page. */
  #listsAt = -Infinity;

  constructor(database: Database) {
    this.#database = database;
    this.#reports = new Reports(database);
    this.#intentions = new Intentions(queueOf(database), (scan) => undoOf(scan, this.connection));
    this.connection = new Connection({
      changed: () => {
        this.#change({ isOnline: this.connection.isOnline, since: this.connection.since });
      },
      learnt: (lay) => {
        const laid = this.#laid.then(() => this.#intentions.layAnew(lay));
        // A full phone sends them as it has taken them down.
        this.#laid = laid.catch(() => undefined);
      },
    });
    this.#rounds = new Rounds({
      go: () => this.#goRound(),
      lost: () => {
        this.connection.lost();
      },
    });
    this.#judging = new Judging({
      database,
      intentions: this.#intentions,
      connection: this.connection,
      send: () => this.#send(),
      unanswered: () => {
        this.#rounds.later();
      },
    });
    this.#state = stateAtFirst(this.connection);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DeskState => this.#state;

  /** Reads what an earlier load of the page has left, and keeps in touch with the server from now on. */
  async start(): Promise<void> {
    if (this.#rounds.isRunning) return;
    const looked = this.#look();
    this.#rounds.start();
    await looked;
  }

  stop(): void {
    this.#rounds.stop();
  }

  choose(list: DoorList | undefined): void {
    keepList(list);
    turn(false, this.connection.now());
    this.#change({ list });
    this.#rounds.hurry();
  }

  /** What to do with somebody who shows this. The verdict of the device is kept before it is told. */
  async scan(reading: Reading | undefined, isExit = false): Promise<Verdict> {
    const { list } = this.#state;
    if (!reading || !list) return malformed;
    const verdict = await this.#judging.scan(reading, list, isExit && countsExits(list));
    // Nobody waits for what the screen says beside it.
    void this.#show();
    // How many are in is another number now.
    if (isThrough(verdict)) this.#listsAt = -Infinity;
    return verdict;
  }

  /** What would become of somebody who shows this. Nobody is let in. */
  async look(reading: Reading | undefined): Promise<Verdict> {
    const { list } = this.#state;
    return reading && list ? this.#judging.look(reading, list) : looked(malformed);
  }

  /** Somebody is let in all the same, once after the verdict on a scan. Gives back the scan that does it. */
  async letIn(reading: Reading, judged?: string): Promise<string | undefined> {
    const { list } = this.#state;
    if (!list) return undefined;
    const scan = await scanOf(this.#database, reading, list, this.connection);
    const undoes = await this.#intentions.letInAfter(judged ?? scan.nonce, scan);
    await this.#show();
    this.#rounds.hurry();
    return undoes;
  }

  /** Takes a scan of this device back; the server hears of it now or later. Rejects where the device does not have it. */
  async undo(nonce: string, reason: string): Promise<void> {
    const scan = await this.#intentions.find(nonce);
    const isTakenBack =
      scan && (await this.#intentions.takeBack({ ...undoOf(scan, this.connection), reason }));
    if (!isTakenBack) throw new NotHere();
    this.#listsAt = -Infinity;
    await this.#show();
    this.#rounds.hurry();
  }

  /** Somebody has looked at it. What the server does not take is given up by that. */
  async dealWith(id: string): Promise<void> {
    if (this.#intentions.isRefused(id)) await this.#intentions.told(id, 'refused');
    else await this.#reports.dealWith(id);
    await this.#look();
  }

  /** Sends and reads now. Resolves when that is done, however it ends. */
  async refresh(): Promise<void> {
    await this.#rounds.now();
  }

  /** The session is over: everything goes but what is not sent yet, or what another session has begun with meanwhile. */
  async forget(): Promise<void> {
    this.stop();
    this.#forgetLists();
    await this.#rounds.settled();
    if (this.#rounds.isRunning) return;
    this.#forgetLists();
    await this.#forgetKept();
    await this.#show();
  }

  #forgetLists(): void {
    this.#reports.forget();
    keepList(undefined);
    keepLists(undefined);
    turn(false, this.connection.now());
    this.#change({ list: undefined, lists: [] });
  }

  async #forgetKept(): Promise<void> {
    try {
      await forget(this.#database);
    } catch (error) {
      // The newer page has what is kept, is of the same session, and forgets it by itself.
      if (!this.#database.isReplaced) throw error;
    }
  }

  async #goRound(): Promise<boolean> {
    if (!session.token()) return true;
    const isDone = await this.#bringUpToDate().then(
      () => true,
      (error: unknown) => {
        if (isOutage(error)) this.connection.lost();
        else if (error instanceof ApiError && session.token()) {
          // It has answered: the network is not what is missing.
          this.connection.heard(undefined, 0);
          this.#change({ refusal: refusalOf(error) });
        }
        // Without a session there is nothing to bring up to date.
        else if (session.token()) console.error('The door could not be brought up to date', error);
        return false;
      },
    );
    await this.#show();
    return isDone;
  }

  async #bringUpToDate(): Promise<void> {
    // A phone that can keep nothing still sends.
    await this.#intentions.keepAll().catch(() => undefined);
    await this.#reports.keepAll().catch(() => undefined);
    this.#change({ isStorageFull: this.#isFull() });
    const isOld = ({ at }: Entry) => Math.abs(this.connection.now() - at) > abandonedMs;
    await this.#intentions.rescue(isOld).catch(() => undefined);
    await this.#send();
    if (document.visibilityState === 'visible') await this.#follow();
    this.#change({ refusal: undefined });
  }

  async #send(): Promise<void> {
    await this.#learnTime();
    await upload({
      intentions: this.#intentions,
      connection: this.connection,
      report: (report, name) => this.#reports.add(report, name),
      sent: () => this.#show(),
    });
  }

  /** What another page has left is sent by the server's clock, not by that of a phone that may have been set since. */
  async #learnTime(): Promise<void> {
    const [first] = await this.#intentions.next(1);
    if (first && !this.connection.isSureOf(first)) {
      await hearTime({
        database: this.#database,
        connection: this.connection,
        intentions: this.#intentions,
        chosen: this.#state.list?.list,
      });
    }
    await this.#laid;
  }

  /** The lists, with how many are in. */
  readonly readLists = async (): Promise<readonly DoorList[]> => {
    const began = this.connection.begin();
    const lists = await call('get', '/api/check-in/lists', {});
    if (!lists) throw ApiError.unusable();
    this.#listsAt = began;
    keepLists(lists);
    const list = lists.find((one) => one.list === this.#state.list?.list) ?? this.#state.list;
    keepList(list);
    this.#change({ lists, list });
    return lists;
  };

  async #follow(): Promise<void> {
    if (this.connection.begin() - this.#listsAt > listsMs) await this.readLists();
    await follow({
      database: this.#database,
      connection: this.connection,
      reports: this.#reports,
      lists: this.#state.lists,
      chosen: () => this.#state.list?.list,
      read: () => this.#look(),
    });
  }

  /** A phone that cannot read what it keeps says so, and goes on with what this page knows. */
  async #show(): Promise<void> {
    const isRead = await this.#look().then(
      () => true,
      () => false,
    );
    const unsent = this.#intentions.unkeptUnsent;
    // What is kept is sent by the newer page.
    if (this.#database.isReplaced) this.#change({ isReplaced: true, unsent });
    else if (!isRead) this.#change({ unsent: Math.max(this.#state.unsent, unsent) });
    if (!isRead || this.#isFull()) this.#change({ isStorageFull: true });
  }

  #isFull(): boolean {
    return this.#intentions.unkept.length + this.#reports.unkept > 0;
  }

  async #look(): Promise<void> {
    const { list, lists } = this.#state;
    const kept = await readKept({
      database: this.#database,
      intentions: this.#intentions,
      reports: this.#reports,
      list,
      lists,
      now: this.connection.now(),
    });
    this.#change(kept);
  }

  #change(changes: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
