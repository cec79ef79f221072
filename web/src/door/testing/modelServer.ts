// The server's rules about one pass and one list, for models of the door: those of the crates domain (`passages.rs`) and check-in
// (`redeem.rs`, `undo.rs`), where the same orders of the same intentions are tested against the database.

export interface SentScan {
  nonce: string;
  /** The text of the pass, or its number alone. */
  code: string;
  list: string;
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

interface Kept extends SentScan {
  /** Whether its device has let the person through. Otherwise it has said that they are in already. */
  isThrough: boolean;
}

/** What a faulty server forgets, for the controls. */
export interface Faults {
  /** A scan that was taken back before it came lets somebody in when it does. */
  forgetsEarlyUndos?: boolean;
  /** An undo takes back whatever admission there is. */
  takesBackAny?: boolean;
  /** Who went out last is who was told last. */
  judgesByArrival?: boolean;
  /** A pass in another spelling is another pass. */
  comparesSpelling?: boolean;
}

export class ModelServer {
  readonly #faults: Faults;
  /** Whether the list counts who goes out. */
  readonly #countsExits: boolean;
  readonly #known = new Map<string, Known>();
  readonly #undos = new Set<string>();
  /** What each nonce was sent with first. */
  readonly #sentWith = new Map<string, string>();
  /** What is kept, in the order in which it came. */
  #kept: Kept[] = [];
  /** How often each scan came to count as having let somebody in, and was taken back. */
  readonly effects: string[] = [];

  constructor(faults: Faults, countsExits = false) {
    this.#faults = faults;
    this.#countsExits = countsExits;
  }

  /** The scans by which the person came in. Who was said to be in already came in by that scan if they had gone out before it. */
  get entrances(): SentScan[] {
    const kept = this.#inOrder();
    return kept.filter(
      ({ isExit, isThrough }, place) => !isExit && (isThrough || kept[place - 1]?.isExit === true),
    );
  }

  get isIn(): boolean {
    return this.entrances.length > 0;
  }

  get isInside(): boolean {
    return this.isIn && !this.#inOrder().at(-1)?.isExit;
  }

  #inOrder(): Kept[] {
    if (this.#faults.judgesByArrival) return this.#kept;
    return [...this.#kept].sort((one, other) => (isEarlier(one, other) ? -1 : 1));
  }

  scan(sent: SentScan): Result | 'undone' | 'nonce_reused' {
    if (this.#isReused(sent)) return 'nonce_reused';
    const known = this.#known.get(sent.nonce);
    if (known?.isUndone) return 'undone';
    if (known && (known.isLetIn || !sent.offline)) return known.result;
    const wasIn = this.entrances.some((one) => isEarlier(one, sent));
    const before = this.#inOrder().filter((one) => isEarlier(one, sent));
    const wasOut = before.at(-1)?.isExit === true;
    const result = this.#resultOf(sent, wasIn, wasOut);
    const isLetIn = sent.isExit === true || result === 'admitted' || result === 'back' || sent.offline;
    if (isLetIn || this.#countsExits) {
      this.#kept = this.#kept.filter(({ nonce }) => nonce !== sent.nonce);
      this.#kept.push({ ...sent, isThrough: isLetIn });
      if (isLetIn && !sent.isExit) this.effects.push(`in ${sent.nonce}`);
    }
    this.#known.set(sent.nonce, { result, isLetIn, isUndone: false });
    return result;
  }

  /** The same pass in another spelling is the same scan; another pass or list is not. */
  #isReused({ nonce, code, list }: SentScan): boolean {
    const pass = this.#faults.comparesSpelling ? code : numberOf(code);
    const sentWith = `${pass} ${list}`;
    const before = this.#sentWith.get(nonce) ?? sentWith;
    this.#sentWith.set(nonce, before);
    return before !== sentWith;
  }

  #resultOf(sent: SentScan, wasIn: boolean, wasOut: boolean): Result {
    if (sent.isExit) return wasIn && !wasOut ? 'out' : 'not_in';
    if (!this.isIn) return 'admitted';
    return wasIn && wasOut ? 'back' : 'already';
  }

  undo({ nonce, undoes }: SentUndo): void {
    if (this.#undos.has(nonce)) return;
    this.#undos.add(nonce);
    const known = this.#known.get(undoes);
    if (known?.isUndone) return;
    if (!known && this.#faults.forgetsEarlyUndos) return;
    this.#known.set(undoes, { result: 'already', isLetIn: false, ...known, isUndone: true });
    const taken = this.#kept.find((one) => one.nonce === undoes);
    this.#kept = this.#faults.takesBackAny ? [] : this.#kept.filter((one) => one !== taken);
    if (taken?.isThrough && !taken.isExit) this.effects.push(`out ${undoes}`);
  }
}

const isEarlier = (one: SentScan, other: SentScan): boolean =>
  one.at === other.at ? one.nonce < other.nonce : one.at < other.at;

/** `EXPO1:number:key`, or the number. */
const numberOf = (code: string): string => code.split(':')[1] ?? code;
