// What somebody at this door has meant: scans, people who were let in, and what was taken back. Each has a nonce of its own,
// and is kept before anything is shown; the server judges all of them, in whatever order and however often they come.
import { isThrough } from '@/door/kit/verdict/verdict';
import type { Lay } from '@/door/kit/storage/stamp';
import type { Entry, ScanEntry, UndoEntry } from '@/door/kit/storage/database';
import type { Shelf, Within } from '@/door/kit/storage/shelf';
import { Memory, sent, type Outcome } from './memory';
import { isCrossing, isIn, isLater, isRepeat, withoutKey, type Judged } from './scans';

/** Makes the undo of a scan, with a nonce of its own. */
type Withdraw = (scan: ScanEntry) => UndoEntry;

const everything = 10_000;

/** Another page of this door has dealt with the scan meanwhile. */
class Interrupted extends Error {}

export class Intentions {
  readonly #within: Within;
  readonly #withdraw: Withdraw;
  /** Those that this page asks the server about at this moment. */
  readonly #asking = new Set<string>();
  /** The scans by which the people of verdicts were let in all the same, by the scans of those verdicts. */
  readonly #letInAfter = new Map<string, Promise<string>>();
  readonly #memory = new Memory();
  /** Why the server does not take what waits here, in its own words. */
  readonly #refused = new Map<string, string>();

  constructor(within: Within, withdraw: Withdraw) {
    this.#within = within;
    this.#withdraw = withdraw;
  }

  /**
   * Asks the server about a scan, and judges here where no answer comes. Where nobody is let in then, the scan is taken back:
   * the server may have admitted it. What is due about this pass goes first, by `send`: asked before that, the server would
   * answer as if nobody had been let in or taken back.
   */
  async scan<V extends Judged>(
    scan: ScanEntry,
    ask: () => Promise<V | undefined>,
    judge: () => Promise<V>,
    send: () => Promise<void>,
  ): Promise<V> {
    await this.takeOver(scan);
    if (await this.isBehind(scan)) await send();
    // What the server does not take even now leaves the verdict to it: it has nothing of that, and may refuse this one too.
    if (await this.isBehind(scan, new Set(this.#refused.keys()))) return this.#judgeUnasked(scan, judge);
    const { nonce } = scan;
    this.#asking.add(nonce);
    try {
      const asked = (shelf: Shelf) => shelf.put({ ...scan, state: 'asked' });
      const isKept = await this.#within(asked).then(
        () => true,
        () => false,
      );
      const answer = await ask().catch(async (refusal: unknown) => {
        await this.#within((shelf) => shelf.drop(nonce)).catch(() => undefined);
        throw refusal;
      });
      const verdict = answer ?? (await judge());
      await this.#keep(this.#outcome(scan, verdict, answer !== undefined), isKept ? nonce : undefined);
      return verdict;
    } finally {
      this.#asking.delete(nonce);
    }
  }

  /** What is kept of a scan that has its verdict. */
  #outcome(scan: ScanEntry, verdict: Judged, isAnswered: boolean): Entry | undefined {
    if (isThrough(verdict)) {
      const through = withoutKey(scan, verdict);
      return isAnswered ? { ...through, ...sent(scan) } : { ...through, state: 'due' };
    }
    if (isAnswered) return undefined;
    return isRepeat(scan, verdict)
      ? { ...withoutKey(scan, verdict), isRepeat: true, state: 'due' }
      : this.#withdraw(scan);
  }

  /** Judges a scan here, and lets through whom that admits. */
  async scanUnasked<V extends Judged>(scan: ScanEntry, judge: () => Promise<V>): Promise<V> {
    await this.takeOver(scan);
    return this.#judgeUnasked(scan, judge);
  }

  async #judgeUnasked<V extends Judged>(scan: ScanEntry, judge: () => Promise<V>): Promise<V> {
    const verdict = await judge();
    const known = withoutKey(scan, verdict);
    if (isThrough(verdict)) await this.letIn(known);
    else if (isRepeat(scan, verdict)) await this.letIn({ ...known, isRepeat: true });
    return verdict;
  }

  /** Somebody was let in without asking. */
  async letIn(scan: ScanEntry): Promise<void> {
    await this.#keep({ ...scan, state: 'due' });
  }

  /**
   * Somebody is let in all the same, after the verdict on a scan: once, however often that is pressed, as an undo takes one scan
   * back. Gives back the scan that has let them in.
   */
  async letInAfter(judged: string, scan: ScanEntry): Promise<string> {
    const letIn = this.#letInAfter.get(judged) ?? this.letIn(scan).then(() => scan.nonce);
    this.#letInAfter.set(judged, letIn);
    return letIn;
  }

  /** What this page alone remembers, or knows better than the phone's storage. */
  get unkept(): readonly string[] {
    return this.#memory.nonces;
  }

  /** How many of those the server has yet to hear of. */
  get unkeptUnsent(): number {
    return this.#memory.unsent;
  }

  /** Keeps what could not be kept before. */
  async keepAll(): Promise<void> {
    const nonces = this.unkept;
    if (nonces.length === 0) return;
    await this.#within(async (shelf) => {
      for (const nonce of nonces) await this.#memory.keep(shelf, nonce);
    });
    for (const nonce of nonces) this.#memory.forget(nonce);
  }

  /**
   * Keeps an entry in place of the one that was asked about, or nothing. Where the phone cannot, this page remembers it: a verdict
   * waits for no storage.
   */
  async #keep(entry: Entry | undefined, asked?: string): Promise<void> {
    const isOver = asked !== undefined && entry?.nonce !== asked;
    try {
      await this.#within(async (shelf) => {
        // Another page may have taken it back, or shown its verdict, since this one has looked.
        if (asked !== undefined && (await shelf.get(asked))?.state !== 'asked')
          throw new Interrupted('Please scan again.');
        if (isOver) await shelf.drop(asked);
        if (entry) await shelf.put(entry);
      });
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      console.error('The phone could not keep this', error);
      if (entry) this.#memory.add(entry);
      if (isOver) this.#memory.judge(asked, 'refused');
    }
  }

  /** A scan of this device that has its verdict. */
  async find(nonce: string): Promise<ScanEntry | undefined> {
    // What this page remembers it need not read.
    const kept = await this.#within((shelf) => shelf.get(nonce)).catch((error: unknown) => {
      if (!this.#memory.has(nonce)) throw error;
      return undefined;
    });
    return this.#scanOf(nonce, kept);
  }

  #scanOf(nonce: string, kept: Entry | undefined): ScanEntry | undefined {
    const [scan] = this.#memory.known(kept ? [kept] : [], (entry) => entry.nonce === nonce);
    return scan?.kind === 'scan' && scan.state !== 'asked' ? scan : undefined;
  }

  /** Takes a scan back, whatever the server knows of it by now. False where this device does not have it. */
  async takeBack(undo: UndoEntry): Promise<boolean> {
    const { undoes } = undo;
    let scan = this.#scanOf(undoes, undefined);
    try {
      const isKept = await this.#within(async (shelf) => {
        scan = this.#scanOf(undoes, await shelf.get(undoes));
        if (!scan || scan.isUndone) return false;
        await shelf.put({ ...scan, isUndone: true });
        await shelf.put(undo);
        return true;
      });
      if (isKept) this.#memory.forget(undoes);
    } catch (error) {
      if (!scan) throw error;
      if (scan.isUndone) return true;
      console.error('The phone could not keep this', error);
      this.#memory.add({ ...scan, isUndone: true });
      this.#memory.add(undo);
    }
    return scan !== undefined;
  }

  /** Takes back what a page that is gone has asked about: nobody was told its verdict. */
  async rescue(isOld: (scan: Entry) => boolean): Promise<void> {
    await this.#within(async (shelf) => {
      for (const scan of await shelf.ofState('asked', everything)) {
        // Of one whose verdict could not be kept this page knows better.
        const isOurs = this.#asking.has(scan.nonce) || this.#memory.has(scan.nonce);
        if (scan.kind !== 'scan' || isOurs || !isOld(scan)) continue;
        await shelf.drop(scan.nonce);
        await shelf.put(this.#withdraw(scan));
      }
    });
  }

  /**
   * Takes back at once what a page that is gone has asked about this pass. Otherwise the server says of it that its person is in, and
   * who is let in for that reason is out again when it is taken back later.
   */
  async takeOver({ list, passNo }: ScanEntry): Promise<void> {
    // Of a storage that cannot be read nothing can be taken over.
    const known = await this.#ofPass(list, passNo).catch(() => []);
    for (const scan of known) {
      if (scan.kind !== 'scan' || scan.state !== 'asked' || this.#asking.has(scan.nonce)) continue;
      await this.#keep(this.#withdraw(scan), scan.nonce).catch((error: unknown) => {
        // Another page of this door was first.
        if (!(error instanceof Interrupted)) throw error;
      });
    }
  }

  /** When those were made that the server does not know, where it turns out to be another time than was thought. */
  async layAnew(lay: Lay): Promise<void> {
    this.#memory.layAnew(lay);
    await this.#within(async (shelf) => {
      for (const state of ['asked', 'due'] as const) {
        for (const entry of await shelf.ofState(state, everything)) {
          await shelf.put({ ...entry, at: lay(entry) });
        }
      }
    });
  }

  /** What is to be sent first, but for some: scans, or one undo. */
  async next(most: number, but: ReadonlySet<string> = new Set()): Promise<ScanEntry[] | [UndoEntry]> {
    const enough = most + but.size + this.unkept.length;
    const kept = await this.#within((shelf) => shelf.ofState('due', enough)).catch(() => []);
    const due = this.#memory
      .known(kept)
      .filter(({ state, nonce }) => state === 'due' && !but.has(nonce))
      .slice(0, most);
    const [first] = due;
    if (first?.kind === 'undo') return [first];
    const end = due.findIndex(({ kind }) => kind === 'undo');
    return (end === -1 ? due : due.slice(0, end)).filter((entry) => entry.kind === 'scan');
  }

  /** The lists of what is to be sent, each once. */
  async dueLists(): Promise<Set<string>> {
    const kept = await this.#within((shelf) => shelf.ofState('due', everything)).catch(() => []);
    const due = this.#memory.known(kept).filter(({ state }) => state === 'due');
    return new Set(due.map(({ list }) => list));
  }

  /** The server does not take one, and has nothing of it. It waits on: what was in its way may go away. */
  refuse(nonce: string, why: string): void {
    this.#refused.set(nonce, why);
  }

  isRefused(nonce: string): boolean {
    return this.#refused.has(nonce);
  }

  /** What the server does not take, by what it has said last. */
  async refused(): Promise<{ entry: Entry; why: string }[]> {
    if (this.#refused.size === 0) return [];
    const kept = await this.#within((shelf) =>
      Promise.all([...this.#refused.keys()].map((nonce) => shelf.get(nonce))),
    );
    const known = this.#memory.known(
      kept.filter((entry) => entry !== undefined),
      ({ nonce }) => this.#refused.has(nonce),
    );
    const waiting = known.filter(({ state }) => state === 'due');
    return waiting.map((entry) => ({ entry, why: this.#refused.get(entry.nonce) ?? '' }));
  }

  /** The server has judged one. Where the phone cannot keep that, this page remembers it, and does not send it again. */
  async told(nonce: string, outcome: Outcome): Promise<void> {
    this.#refused.delete(nonce);
    try {
      await this.#within((shelf) => this.#memory.keep(shelf, nonce, outcome));
      this.#memory.forget(nonce);
    } catch (error) {
      console.error('The phone could not keep this', error);
      this.#memory.judge(nonce, outcome);
    }
  }

  /** The scan by which somebody is in, by what this device has let in itself: the earliest. */
  async admission(
    list: string,
    passNo: string,
    counts: (scan: ScanEntry) => boolean,
  ): Promise<ScanEntry | undefined> {
    const meant = await this.#ofPass(list, passNo);
    return meant.find((entry) => entry.kind === 'scan' && isIn(entry) && counts(entry)) as
      ScanEntry | undefined;
  }

  /** The last scan by which somebody went in or out, by what this device knows itself. */
  async lastCrossing(
    list: string,
    passNo: string,
    counts: (scan: ScanEntry) => boolean,
  ): Promise<ScanEntry | undefined> {
    const meant = await this.#ofPass(list, passNo);
    return meant
      .filter((entry) => entry.kind === 'scan')
      .filter((scan) => isCrossing(scan) && counts(scan))
      .reduce<ScanEntry | undefined>((last, scan) => (last && isLater(last, scan) ? last : scan), undefined);
  }

  /** Whether the server has yet to hear of something about this pass, but for some. */
  async isBehind({ list, passNo }: ScanEntry, but: ReadonlySet<string> = new Set()): Promise<boolean> {
    // Of a storage that cannot be read the server knows more than the phone.
    const kept = await this.#within((shelf) => shelf.ofPass(list, passNo)).catch(() => []);
    return this.#known(kept, list, passNo).some(({ state, nonce }) => state === 'due' && !but.has(nonce));
  }

  async #ofPass(list: string, passNo: string): Promise<Entry[]> {
    const kept = await this.#within((shelf) => shelf.ofPass(list, passNo));
    return this.#known(kept, list, passNo);
  }

  #known(kept: readonly Entry[], list: string, passNo: string): Entry[] {
    return this.#memory.known(kept, (entry) => entry.list === list && entry.passNo === passNo);
  }

  /** The last scans that have let somebody through, the last one first, with those that the phone could not keep. */
  latest(kept: readonly ScanEntry[], most: number): ScanEntry[] {
    const known = this.#memory.known([...kept].reverse()).filter((entry) => entry.kind === 'scan');
    const through = known.filter((scan) => scan.state !== 'asked' && !scan.isRepeat);
    return through.reverse().slice(0, most);
  }

  /** Whether a scan of this device was taken back, by the beginning of its nonce, also where the server has not heard of that yet. */
  async isUndone(list: string, passNo: string, nonce: string): Promise<boolean> {
    const meant = await this.#ofPass(list, passNo);
    // Of a scan without a verdict only the undo is left.
    return meant.some((entry) =>
      entry.kind === 'undo'
        ? entry.undoes.startsWith(nonce)
        : entry.nonce.startsWith(nonce) && entry.isUndone === true,
    );
  }
}
