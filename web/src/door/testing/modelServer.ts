// The server's rules about one pass and one list, for models of the door: those of the crates domain (`admission.rs`) and
// check-in (`redeem.rs`, `undo.rs`), where the same orders of the same intentions are tested against the database.

export interface SentScan {
  nonce: string;
  device: string;
  at: number;
  /** Whether the device has let the person in without asking. */
  offline: boolean;
}

export interface SentUndo {
  nonce: string;
  undoes: string;
}

interface Known {
  result: 'admitted' | 'already';
  isLetIn: boolean;
  isUndone: boolean;
}

/** What a faulty server forgets, for the controls. */
export interface Faults {
  /** A scan that was taken back before it came lets somebody in when it does. */
  forgetsEarlyUndos?: boolean;
  /** An undo takes back whatever admission there is. */
  takesBackAny?: boolean;
}

export class ModelServer {
  readonly #faults: Faults;
  readonly #known = new Map<string, Known>();
  readonly #undos = new Set<string>();
  /** The scans by which the person is in; the earliest counts. */
  entrances: SentScan[] = [];
  /** How often each scan came to count as having let somebody in, and was taken back. */
  readonly effects: string[] = [];

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  get isIn(): boolean {
    return this.entrances.length > 0;
  }

  scan(sent: SentScan): 'admitted' | 'already' | 'undone' {
    const known = this.#known.get(sent.nonce);
    if (known?.isUndone) return 'undone';
    if (known && (known.isLetIn || !sent.offline)) return known.result;
    const result = this.isIn ? 'already' : 'admitted';
    const isLetIn = result === 'admitted' || sent.offline;
    if (isLetIn) {
      this.entrances = [...this.entrances, sent].sort((one, other) => one.at - other.at);
      this.effects.push(`in ${sent.nonce}`);
    }
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
    this.entrances = this.#faults.takesBackAny
      ? []
      : this.entrances.filter((entrance) => entrance.nonce !== undoes);
    if (this.entrances.length < before) this.effects.push(`out ${undoes}`);
  }
}
