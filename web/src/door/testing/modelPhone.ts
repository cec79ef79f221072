// A phone of the model: the door's own intentions on a shelf in memory, a network that loses, delays and repeats, and a guard
// who sees what is shown. One list.
import { ApiError } from '@/lib/api/client';
import { isOutage } from '@/door/kit/checkIn/connection';
import { Intentions } from '@/door/kit/checkIn/intentions';
import type { Outcome } from '@/door/kit/checkIn/memory';
import { isIn, isUndoable } from '@/door/kit/checkIn/scans';
import { isThrough } from '@/door/kit/verdict/verdict';
import type { Entry, ScanEntry, UndoEntry } from '@/door/kit/storage/database';
import type { Shelf, Within } from '@/door/kit/storage/shelf';
import type { ModelServer, SentScan } from './modelServer';

const list = 'day:2025-05-31';
const onePass = 'CZ6S4932KF26';

/** How the network treats a request. */
export type Fate =
  | 'answered'
  | 'request lost'
  | 'answer lost'
  /** In the place of the answer comes a success that has nothing in it. */
  | 'empty answer'
  /** It arrives long after nobody waits for it any more. */
  | 'delayed'
  /** It arrives twice, the second time long afterwards. */
  | 'repeated';

export interface World {
  /** The server's rules about a pass. */
  serverOf: (passNo: string) => ModelServer;
  /** What is still on its way. */
  late: (() => void)[];
  /** Counts the moments, and the names that are given. */
  clock: number;
  /** Whether the phones' rosters know the passes. */
  knowsPass: boolean;
  /** Whether the list counts who goes out. */
  countsExits?: boolean;
  /** For a control: the phones take whatever is no answer for a refusal. */
  takesAllForRefusals?: boolean;
}

/** In moments of the world: a scan that has waited longer for its answer is of a page that is gone. */
const abandonedAfter = 10;

/** Whatever waits for an answer has waited for too long. */
export function letTimePass(world: World): void {
  world.clock += abandonedAfter + 1;
}

/** What becomes of the other scans is that they count. */
const outcomes: Partial<Record<string, Outcome>> = { undone: 'undone', nonce_reused: 'refused' };

/** A shelf that outlives the pages, as the phone's storage does. */
export function shelfOf(entries: Map<string, Entry>): Shelf {
  const all = () => Promise.resolve([...entries.values()]);
  return {
    put: (entry) => Promise.resolve(entries.set(entry.nonce, entry)),
    drop: (nonce) => Promise.resolve(entries.delete(nonce)),
    get: (nonce) => Promise.resolve(entries.get(nonce)),
    ofPass: async (_, passNo) => (await all()).filter((entry) => entry.passNo === passNo),
    ofState: async (state, most) => (await all()).filter((entry) => entry.state === state).slice(0, most),
  };
}

export class ModelPhone {
  readonly #world: World;
  readonly #name: string;
  readonly #entries = new Map<string, Entry>();
  #intentions: Intentions;
  /** The scans whose people the guard has let in, and not taken back since, each with its pass. */
  readonly letIn = new Map<string, string>();
  /** Those of them that were let in since somebody has signed in. */
  readonly #remembered = new Map<string, string>();
  /** The scans by which the guard has seen people go through, and not taken back since. */
  readonly through = new Map<string, ScanEntry>();
  /** The first verdict that was against what this very guard has done. */
  wrong: string | undefined;

  constructor(world: World, name: string) {
    this.#world = world;
    this.#name = name;
    this.#intentions = this.#page();
  }

  get unsent(): number {
    return [...this.#entries.values()].filter(({ state }) => state !== 'told').length;
  }

  /** Whether the phone itself would say that the person is in. */
  saysIn(passNo = onePass): boolean {
    const entries = [...this.#entries.values()];
    return entries.some((entry) => entry.passNo === passNo && entry.kind === 'scan' && isIn(entry));
  }

  /** Somebody shows the pass. The guard lets in whom the phone admits, and nobody where the page is gone before it says so. */
  async scan(fate: Fate, isKilled = false, passNo = onePass, isExit = false): Promise<void> {
    const scan = this.#scan(passNo, isExit);
    let isAsked = false;
    const ask = async () => {
      isAsked = true;
      const server = this.#world.serverOf(passNo);
      const result = await this.#answer(fate, () => server.scan(this.#sent(scan, false)));
      if (isKilled) await new Promise(() => undefined);
      if (result === 'nonce_reused') throw new Error('This nonce was sent with another scan.');
      return result && { result };
    };
    const judge = () => this.#judge(passNo, isExit);
    const send = async () => (await this.upload(fate))();
    const verdict = this.#intentions.scan<{ result: string }>(scan, ask, judge, send);
    if (isKilled) {
      await settled();
      // Where it was not asked, the guard has been told.
      if (isAsked) return this.reload();
    }
    const seen = await verdict.catch((error: unknown) => {
      // The guard reads that the server did not accept the scan.
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    });
    if (seen) this.#see(scan, seen);
  }

  async scanOffline(passNo = onePass, isExit = false): Promise<void> {
    const scan = this.#scan(passNo, isExit);
    this.#see(scan, await this.#intentions.scanUnasked(scan, () => this.#judge(passNo, isExit)));
  }

  /** The guard knows best whom this phone has let in. */
  #see(scan: ScanEntry, { result }: { result: string }): void {
    if (isThrough({ result })) this.through.set(scan.nonce, scan);
    // The guard asks for an ID: who was in already was let in by another scan.
    if (result === 'already' && scan.isCounted) this.through.set(scan.nonce, { ...scan, isRepeat: true });
    if (this.#world.countsExits) return;
    const { entrances } = this.#world.serverOf(scan.passNo);
    const isAmong = (scans: Map<string, string>) => [...scans.values()].includes(scan.passNo);
    if (result === 'admitted' && isAmong(this.#remembered)) this.wrong ??= `admitted twice by ${this.#name}`;
    const isByUs = entrances.length > 0 && entrances.every(({ device }) => device === this.#name);
    if (result === 'already' && !isAmong(this.letIn) && isByUs)
      this.wrong ??= `in, though ${this.#name} has taken it back`;
    if (result === 'admitted') this.#letIn(scan);
  }

  #letIn({ nonce, passNo }: ScanEntry): void {
    this.letIn.set(nonce, passNo);
    this.#remembered.set(nonce, passNo);
  }

  /** The guard lets one person in whom the phone does not know, perhaps by two presses. */
  async letInAllTheSame(presses = 1): Promise<void> {
    const judged = this.#scan(onePass, false);
    const scans = Array.from({ length: presses }, () => this.#scan(onePass, false));
    const [nonce] = await Promise.all(scans.map((scan) => this.#intentions.letInAfter(judged.nonce, scan)));
    const letIn = scans.find((scan) => scan.nonce === nonce) ?? judged;
    this.#letIn(letIn);
    this.through.set(letIn.nonce, letIn);
  }

  async undo(): Promise<void> {
    const scans = [...this.#entries.values()].filter(
      (entry) => entry.kind === 'scan' && isUndoable(entry, 0),
    );
    const scan = scans.at(-1);
    if (scan?.kind !== 'scan') return;
    if (!(await this.#intentions.takeBack(this.#undo(scan)))) return;
    this.through.delete(scan.nonce);
    this.letIn.delete(scan.nonce);
    this.#remembered.delete(scan.nonce);
  }

  /** Sends what is first. What is on its way meets whatever is done before `finish` is called. */
  async upload(fate: Fate): Promise<() => Promise<void>> {
    const intentions = this.#intentions;
    const due = await intentions.next(25);
    const results = new Map<string, string>();
    const arrived = await this.#through(fate, () => {
      for (const entry of due) {
        const server = this.#world.serverOf(entry.passNo);
        if (entry.kind === 'undo') server.undo(entry);
        else results.set(entry.nonce, server.scan(this.#sent(entry, entry.isRepeat !== true)));
      }
      return true;
    });
    return async () => {
      if (!arrived) return;
      for (const { nonce } of due) {
        await intentions.told(nonce, outcomes[results.get(nonce) ?? ''] ?? 'counts');
      }
    };
  }

  /** The page is loaded again, or the browser was killed: what was on its way to the page is lost. */
  async reload(): Promise<void> {
    this.#intentions = this.#page();
    await this.rescue();
  }

  /** As in each round of a page. */
  async rescue(): Promise<void> {
    await this.#intentions.rescue(({ at }) => this.#world.clock - at > abandonedAfter);
  }

  /** Everything goes but what the server does not know yet, and somebody signs in again. */
  async signOut(): Promise<void> {
    for (const [nonce, { state }] of this.#entries) if (state === 'told') this.#entries.delete(nonce);
    this.#remembered.clear();
    await this.reload();
  }

  #page(): Intentions {
    const within: Within = (work) => work(shelfOf(this.#entries));
    return new Intentions(within, (scan) => this.#undo(scan));
  }

  async #judge(passNo: string, isExit: boolean): Promise<{ result: string }> {
    const last = await this.#intentions.lastCrossing(list, passNo, () => true);
    const isOutside = last?.isExit === true;
    if (isExit) return { result: last && !isOutside ? 'out' : 'not_in' };
    if (isOutside && (await this.#intentions.admission(list, passNo, () => true))) return { result: 'back' };
    const own = await this.#intentions.admission(list, passNo, () => true);
    if (own) return { result: 'already' };
    return { result: this.#world.knowsPass ? 'admitted' : 'unchecked' };
  }

  /** What a page makes of the server's answer to a scan. */
  async #answer<T>(fate: Fate, request: () => T): Promise<T | undefined> {
    const answer = await this.#through(fate, request);
    if (fate !== 'empty answer') return answer;
    const error = ApiError.unusable(200, true);
    if (this.#world.takesAllForRefusals || !isOutage(error)) throw error;
    return undefined;
  }

  /** Undefined where the answer does not come. */
  #through<T>(fate: Fate, request: () => T): Promise<T | undefined> {
    const { late } = this.#world;
    if (fate === 'request lost') return Promise.resolve(undefined);
    if (fate === 'delayed') {
      late.push(request);
      return Promise.resolve(undefined);
    }
    const answer = request();
    if (fate === 'repeated') late.push(request);
    const comes = fate !== 'answer lost' && fate !== 'empty answer';
    return Promise.resolve(comes ? answer : undefined);
  }

  #sent({ nonce, code, list, device, at, isExit }: ScanEntry, offline: boolean): SentScan {
    return { nonce, code, list, device, at, offline, ...(isExit && { isExit }) };
  }

  #scan(passNo: string, isExit: boolean): ScanEntry {
    return {
      kind: 'scan',
      lookup: undefined,
      state: 'asked',
      ...(isExit && { isExit }),
      ...(this.#world.countsExits && { isCounted: true }),
      ...this.#made('scan', passNo),
      code: `EXPO1:${passNo}:KEY`,
    };
  }

  #undo({ nonce, passNo }: ScanEntry): UndoEntry {
    return { kind: 'undo', undoes: nonce, reason: '', state: 'due', ...this.#made('undo', passNo) };
  }

  #made(kind: string, passNo: string) {
    this.#world.clock += 1;
    const at = this.#world.clock;
    const nonce = `${kind} ${String(at)} of ${this.#name}`;
    return {
      nonce,
      code: passNo,
      passNo,
      list,
      device: this.#name,
      madeAt: '',
      at,
      page: '',
      passed: 0,
      after: 0,
      isGuess: false,
    };
  }
}

/** Until everything has been done that waits for nothing from outside. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
