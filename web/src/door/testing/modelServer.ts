// The server's rules about one pass and one list, for models of the door: those of the crates domain (`admission.rs`, `crossings.rs`) and
// check-in (`redeem.rs`, `undo.rs`), where the same orders of the same intentions are tested against the database.

export interface SentScan {
  nonce: string;
  device: string;
  at: number;
  /** Whether the device has let the person in without asking. */
  offline: boolean;
  /** The person goes out. */
  isExit?: boolean;
}

export interface SentUndo {
  nonce: string;
  undoes: string;
}

type Result = 'admitted' | 'already' | 'back' | 'out' | 'not_in';

interface Known {
  result: Result;
  isLetIn: boolean;
  isUndone: boolean;
}

/** What a faulty server forgets, for the controls. */
export interface Faults {
  /** A scan that was taken back before it came lets somebody in when it does. */
  forgetsEarlyUndos?: boolean;
  /** An undo takes back whatever admission there is. */
  takesBackAny?: boolean;
  /** Who went out last is who was told last. */
  judgesByArrival?: boolean;
}

export class ModelServer {
  readonly #faults: Faults;
  /** Whether the list counts who goes out. */
  readonly #countsExits: boolean;
  readonly #known = new Map<string, Known>();
  readonly #undos = new Set<string>();
  /** The scans by which the person is in; the earliest counts. */
  entrances: SentScan[] = [];
  /** The scans of those who went out, and of those who came in beside the entrances. */
  crossings: SentScan[] = [];
  /** Whether somebody's going out was taken back. */
  hasLostExit = false;
  /** How often each scan came to count as having let somebody in, and was taken back. */
  readonly effects: string[] = [];

  constructor(faults: Faults, countsExits = false) {
    this.#faults = faults;
    this.#countsExits = countsExits;
  }

  get isInside(): boolean {
    return this.isIn && !this.#lastBefore()?.isExit;
  }

  /** The last crossing, or the one before a scan. */
  #lastBefore(scan?: SentScan): SentScan | undefined {
    const all = [...this.entrances, ...this.crossings].filter((one) => !scan || isEarlier(one, scan));
    if (this.#faults.judgesByArrival) return this.crossings.at(-1) ?? all.at(-1);
    return all.sort((one, other) => (isEarlier(one, other) ? -1 : 1)).at(-1);
  }

  get isIn(): boolean {
    return this.entrances.length > 0;
  }

  scan(sent: SentScan): Result | 'undone' {
    const known = this.#known.get(sent.nonce);
    if (known?.isUndone) return 'undone';
    if (known && (known.isLetIn || !sent.offline)) return known.result;
    const wasOut = this.#lastBefore(sent)?.isExit === true;
    if (sent.isExit || (this.isIn && wasOut)) {
      const wayOut = this.isIn && !wasOut ? 'out' : 'not_in';
      return this.#cross(sent, sent.isExit ? wayOut : 'back', true);
    }
    const result = this.isIn ? 'already' : 'admitted';
    const isLetIn = result === 'admitted' || sent.offline;
    if (!isLetIn && this.#countsExits) return this.#cross(sent, result, false);
    if (isLetIn) {
      this.crossings = this.crossings.filter(({ nonce }) => nonce !== sent.nonce);
      this.entrances = [...this.entrances, sent].sort((one, other) => one.at - other.at);
      this.effects.push(`in ${sent.nonce}`);
    }
    this.#known.set(sent.nonce, { result, isLetIn, isUndone: false });
    return result;
  }

  #cross(sent: SentScan, result: Result, isLetIn: boolean): Result {
    if (!this.crossings.some(({ nonce }) => nonce === sent.nonce)) this.crossings.push(sent);
    this.#known.set(sent.nonce, { result, isLetIn, isUndone: false });
    return result;
  }

  undo({ nonce, undoes }: SentUndo): void {
    if (this.#undos.has(nonce)) return;
    this.#undos.add(nonce);
    const known = this.#known.get(undoes);
    if (known?.isUndone) return;
    if (!known && this.#faults.forgetsEarlyUndos) return;
    this.#known.set(undoes, { result: 'already', isLetIn: false, ...known, isUndone: true });
    const before = this.entrances.length;
    const isReturn = (one: SentScan) => !one.isExit && this.#lastBefore(one)?.isExit === true;
    const returns = this.crossings.filter(isReturn);
    this.entrances = this.#faults.takesBackAny
      ? []
      : this.entrances.filter((entrance) => entrance.nonce !== undoes);
    if (this.entrances.length < before) this.effects.push(`out ${undoes}`);
    this.hasLostExit ||= this.crossings.some(({ nonce: lost, isExit }) => lost === undoes && isExit);
    this.crossings = this.crossings.filter((crossing) => crossing.nonce !== undoes);
    if (this.isIn || before === 0) return;
    // Who was in already was let in by nobody.
    const [next] = returns
      .filter(({ nonce: other }) => other !== undoes)
      .sort((one, other) => (isEarlier(one, other) ? -1 : 1));
    if (!next) return;
    this.crossings = this.crossings.filter((crossing) => crossing !== next);
    this.entrances = [next];
  }
}

const isEarlier = (one: SentScan, other: SentScan): boolean =>
  one.at === other.at ? one.nonce < other.nonce : one.at < other.at;
