// What somebody at this door has meant: scans, people who were let in, and what was taken back. Each has a nonce of its own,
// and is kept before anything is shown; the server judges all of them, in whatever order and however often they come.
import { isThrough } from '@/door/kit/verdict/verdict';
import type { Lay } from '@/door/kit/storage/stamp';
import type { Entry, ScanEntry, UndoEntry } from '@/door/kit/storage/database';
import type { Shelf, Within } from '@/door/kit/storage/shelf';

/** Makes the undo of a scan, with a nonce of its own. */
type Withdraw = (scan: ScanEntry) => UndoEntry;

interface Judged {
  result: string;
  /** Undefined where the phone has no entry of the roster that the code opens. */
  name?: string | undefined;
}

/** What the server has made of an intention. */
export type Outcome = 'counts' | 'undone' | 'refused';

const everything = 10_000;

/** Another page of this door took a scan for one that nobody waits for. */
class Interrupted extends Error {}

export class Intentions {
  readonly #within: Within;
  readonly #withdraw: Withdraw;
  /** Those that this page asks the server about at this moment. */
  readonly #asking = new Set<string>();
  /** What the phone could not keep: its storage is full. It is sent from here, and kept as soon as that can be. */
  readonly #unkept = new Map<string, Entry>();

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
    if (await this.isBehind(scan)) await send();
    if (await this.isBehind(scan)) return this.scanUnasked(scan, judge);
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
      const outcome = this.#outcome(scan, verdict, answer !== undefined);
      await this.#keep(outcome, async (shelf) => {
        if (isKept && !(await shelf.get(nonce))) throw new Interrupted('Please scan again.');
        if (outcome?.nonce !== nonce) await shelf.drop(nonce);
      });
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

  /** How many the phone could not keep. */
  get unkept(): number {
    return this.#unkept.size;
  }

  /** Keeps what could not be kept before. */
  async keepAll(): Promise<void> {
    if (this.unkept === 0) return;
    const entries = [...this.#unkept.values()];
    await this.#within(async (shelf) => {
      for (const entry of entries) await shelf.put(entry);
    });
    for (const { nonce } of entries) this.#unkept.delete(nonce);
  }

  /** Keeps an entry with what belongs to it. Where the phone cannot, this page remembers it: a verdict is told all the same. */
  async #keep(entry: Entry | undefined, first?: (shelf: Shelf) => Promise<void>): Promise<void> {
    try {
      await this.#within(async (shelf) => {
        await first?.(shelf);
        if (entry) await shelf.put(entry);
      });
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      console.error('The phone could not keep this', error);
      if (entry) this.#unkept.set(entry.nonce, entry);
    }
  }

  /** Takes a scan back, whatever the server knows of it by now. False where it is none of this device, or was taken back. */
  async takeBack(undo: UndoEntry): Promise<boolean> {
    return this.#within(async (shelf) => {
      const scan = await shelf.get(undo.undoes);
      if (scan?.kind !== 'scan' || scan.isUndone || scan.state === 'asked') return false;
      await shelf.put({ ...scan, isUndone: true });
      await shelf.put(undo);
      return true;
    });
  }

  /** Takes back what a page that is gone has asked about: nobody was told its verdict. */
  async rescue(isOld: (scan: Entry) => boolean): Promise<void> {
    await this.#within(async (shelf) => {
      for (const scan of await shelf.ofState('asked', everything)) {
        if (scan.kind !== 'scan' || this.#asking.has(scan.nonce) || !isOld(scan)) continue;
        await shelf.drop(scan.nonce);
        await shelf.put(this.#withdraw(scan));
      }
    });
  }

  /** When those were made that the server does not know, where it turns out to be another time than was thought. */
  async layAnew(lay: Lay): Promise<void> {
    for (const [nonce, entry] of this.#unkept) this.#unkept.set(nonce, { ...entry, at: lay(entry) });
    await this.#within(async (shelf) => {
      for (const state of ['asked', 'due'] as const) {
        for (const entry of await shelf.ofState(state, everything)) {
          await shelf.put({ ...entry, at: lay(entry) });
        }
      }
    });
  }

  /** What is to be sent first: scans, or one undo. */
  async next(most: number): Promise<ScanEntry[] | [UndoEntry]> {
    const kept = await this.#within((shelf) => shelf.ofState('due', most)).catch(() => []);
    const due = [...kept, ...this.#unkept.values()].filter(({ state }) => state === 'due').slice(0, most);
    const [first] = due;
    if (first?.kind === 'undo') return [first];
    const end = due.findIndex(({ kind }) => kind === 'undo');
    return (end === -1 ? due : due.slice(0, end)).filter((entry) => entry.kind === 'scan');
  }

  /** The server has judged one. */
  async told(nonce: string, outcome: Outcome): Promise<void> {
    if (this.#unkept.delete(nonce)) return;
    await this.#within(async (shelf) => {
      const entry = await shelf.get(nonce);
      if (!entry) return;
      if (outcome === 'refused' || (entry.kind === 'scan' && entry.isRepeat)) await shelf.drop(nonce);
      else if (entry.kind === 'undo') await shelf.put({ ...entry, ...sent(entry) });
      else await shelf.put({ ...entry, ...sent(entry), ...(outcome === 'undone' && { isUndone: true }) });
    });
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

  /** Whether the server has yet to hear of something about this pass. */
  async isBehind({ list, passNo }: ScanEntry): Promise<boolean> {
    // Of a storage that cannot be read the server knows more than the phone.
    const meant = await this.#ofPass(list, passNo).catch(() => []);
    return meant.some(({ state }) => state === 'due');
  }

  async #ofPass(list: string, passNo: string): Promise<Entry[]> {
    const kept = await this.#within((shelf) => shelf.ofPass(list, passNo));
    const unkept = [...this.#unkept.values()].filter(
      (entry) => entry.list === list && entry.passNo === passNo,
    );
    return [...kept, ...unkept];
  }

  /** Whether a scan of this device was taken back, by the beginning of its nonce, also where the server has not heard of that yet. */
  async isUndone(list: string, passNo: string, nonce: string): Promise<boolean> {
    const meant = await this.#ofPass(list, passNo);
    return meant.some(
      (entry) => entry.kind === 'scan' && entry.nonce.startsWith(nonce) && entry.isUndone === true,
    );
  }
}

/**
 * A scan as it is kept once the phone has opened the entry of its pass: without the key, which would open it for a finder of the
 * phone. Nobody is kept from going out, so an exit alone proves nothing, and keeps the key where the phone has no such entry.
 */
const withoutKey = (scan: ScanEntry, { result, name }: Judged): ScanEntry => ({
  ...scan,
  code: scan.isExit && name === undefined ? scan.code : scan.passNo,
  ...(result === 'back' && { isReturn: true }),
});

/** What the server has judged needs the key of its pass no more, which would open an entry of the roster. */
const sent = ({ passNo }: Entry): Pick<Entry, 'state' | 'code'> => ({ state: 'told', code: passNo });

/** Whether somebody was said to be in already, which counts where an exit may have been before. */
const isRepeat = (scan: ScanEntry, { result }: Judged): boolean =>
  result === 'already' && scan.isCounted === true && !scan.isExit;

/** Whether somebody has gone through by a scan, and it was not taken back. */
const isCrossing = (scan: ScanEntry): boolean => scan.state !== 'asked' && !scan.isUndone;

/** Whether a scan has let somebody in, and was not taken back. */
export const isIn = (scan: ScanEntry): boolean => isCrossing(scan) && !scan.isExit && !scan.isRepeat;

/** By the scans, and of two of one moment by their nonces, as the server has it. */
const isLater = (one: ScanEntry, other: ScanEntry): boolean =>
  one.at === other.at ? one.nonce > other.nonce : one.at > other.at;

/** So long after a scan it can be taken back here. The portal can always. */
const undoMs = 3_600_000;

/** Whether a scan can be taken back here, by the server's clock. */
export const isUndoable = (scan: ScanEntry, now: number): boolean =>
  isCrossing(scan) && !scan.isRepeat && now - scan.at <= undoMs;
