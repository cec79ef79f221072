// What this page alone remembers: the phone is full, or its storage fails. It is kept as soon as that can be, and nothing else
// waits for that.
import type { Entry } from '@/door/kit/storage/database';
import type { Shelf } from '@/door/kit/storage/shelf';
import type { Lay } from '@/door/kit/storage/stamp';

/** What the server has made of an intention. */
export type Outcome = 'counts' | 'undone' | 'refused';

export class Memory {
  /** As they are to be kept, by nonce. */
  readonly #entries = new Map<string, Entry>();
  /** What the server has made of those, and of others that are kept as if it had not. */
  readonly #outcomes = new Map<string, Outcome>();

  get nonces(): string[] {
    return [...new Set([...this.#entries.keys(), ...this.#outcomes.keys()])];
  }

  /** How many of its own the server has yet to hear of. */
  get unsent(): number {
    return this.known([]).filter(({ state }) => state === 'due').length;
  }

  has(nonce: string): boolean {
    return this.#entries.has(nonce) || this.#outcomes.has(nonce);
  }

  add(entry: Entry): void {
    this.#entries.set(entry.nonce, entry);
  }

  judge(nonce: string, outcome: Outcome): void {
    this.#outcomes.set(nonce, outcome);
  }

  forget(nonce: string): void {
    this.#entries.delete(nonce);
    this.#outcomes.delete(nonce);
  }

  /** What is kept as this page knows it, and behind it what is not kept and belongs to it. */
  known(kept: readonly Entry[], doesBelong: (entry: Entry) => boolean = () => true): Entry[] {
    const nonces = new Set(kept.map(({ nonce }) => nonce));
    const alone = [...this.#entries.values()].filter(
      (entry) => !nonces.has(entry.nonce) && doesBelong(entry),
    );
    const latest = [...kept.map((entry) => this.#entries.get(entry.nonce) ?? entry), ...alone];
    return latest
      .map((entry) => judged(entry, this.#outcomes.get(entry.nonce)))
      .filter((entry) => entry !== undefined);
  }

  layAnew(lay: Lay): void {
    for (const entry of this.#entries.values())
      if (entry.state !== 'told') this.add({ ...entry, at: lay(entry) });
  }

  /** Puts one on the shelf as this page knows it. */
  async keep(shelf: Shelf, nonce: string, outcome = this.#outcomes.get(nonce)): Promise<void> {
    const entry = this.#entries.get(nonce) ?? (await shelf.get(nonce));
    const latest = entry && judged(entry, outcome);
    if (latest) await shelf.put(latest);
    else await shelf.drop(nonce);
  }
}

/** What is left of an intention that the server has judged: undefined where it has no use any more. */
function judged(entry: Entry, outcome: Outcome | undefined): Entry | undefined {
  if (outcome === undefined) return entry;
  if (outcome === 'refused' || (entry.kind === 'scan' && entry.isRepeat)) return undefined;
  return {
    ...entry,
    ...sent(entry),
    ...(outcome === 'undone' && entry.kind === 'scan' && { isUndone: true }),
  };
}

/** What the server has judged needs the key of its pass no more, which would open an entry of the roster. */
export const sent = ({ passNo }: Entry): Pick<Entry, 'state' | 'code'> => ({ state: 'told', code: passNo });
