// Whether the server can be reached, since when, and what its clock says. Known by the calls themselves: a phone that has
// bars in a mall may still reach nothing.
import { ApiError } from '@/lib/api/client';
import { mayPass } from '@/lib/api/passing';
import { ServerClock } from '@/door/kit/device/clock';
import type { Lay, Stamp } from '@/door/kit/storage/stamp';

interface Listener {
  changed: () => void;
  /** What was stamped before was made at another time than it says. */
  learnt: (lay: Lay) => void;
}

export class Connection {
  readonly #clock = new ServerClock();
  readonly #listener: Listener;
  isOnline = navigator.onLine;
  /** When that began, by the server's clock, in milliseconds since 1970. */
  since = this.#clock.now();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Now by the server's clock. */
  now(): number {
    return this.#clock.now();
  }

  stamp(): Stamp {
    return this.#clock.stamp();
  }

  /** Whether it is known how long ago something was made. */
  isSureOf(stamp: Stamp): boolean {
    return this.#clock.isSureOf(stamp);
  }

  /** What `heard` wants to know of a call that is sent now. */
  begin(): number {
    return this.#clock.passed();
  }

  /**
   * What to say of when something is sent, beside its `madeAt`: the server subtracts the one from the other. The phone's own
   * clock may have been set in between.
   */
  sentAt({ madeAt, at }: Stamp): string {
    return new Date(Date.parse(madeAt) + Math.max(0, this.now() - at)).toISOString();
  }

  /** The server has answered. `serverTime` is from somewhere between the sending and now. */
  heard(serverTime: string | undefined, began: number): void {
    const told = Date.parse(serverTime ?? '');
    const lay = Number.isNaN(told) ? undefined : this.#clock.heard(told, began);
    if (lay) this.#listener.learnt(lay);
    this.#be(true);
  }

  lost(): void {
    this.#be(false);
  }

  #be(isOnline: boolean): void {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    this.since = this.now();
    this.#listener.changed();
  }
}

/**
 * Whether a call failed because the server cannot be reached or cannot work, so that trying again later may help. What came back
 * may also leave open whether it was reached, as an empty success or a time-out on the way does: it has refused nothing then.
 */
export function isOutage(error: unknown): boolean {
  const isUnknown = error instanceof ApiError && error.outcome === 'unknown';
  return isUnknown || mayPass(error) || (error as Error).name === 'AbortError';
}
