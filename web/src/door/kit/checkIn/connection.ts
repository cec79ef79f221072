// Whether the server can be reached, since when, and what its clock says. Known by the calls themselves: a phone that has
// bars in a mall may still reach nothing.
import { ApiError } from '@/lib/api/client';
import { lastCall } from '@/lib/lastCall';

export class Connection {
  isOnline = navigator.onLine;
  /** When that began, in milliseconds since 1970. */
  since = Date.now();
  readonly #changed: () => void;
  /** At first as any answer before has told: a page that is loaded without a network must not go by a clock that is wrong. */
  #offset = lastCall()?.ahead ?? 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Now by the server's clock. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** The server has answered. `serverTime` is from somewhere between the sending and now. */
  heard(serverTime: string | undefined, sentAt: number): void {
    const told = Date.parse(serverTime ?? '');
    if (!Number.isNaN(told)) this.#offset = told - (sentAt + Date.now()) / 2;
    this.#be(true);
  }

  lost(): void {
    this.#be(false);
  }

  #be(isOnline: boolean): void {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    this.since = Date.now();
    this.#changed();
  }
}

/** Whether a call failed because the server cannot be reached or cannot work, so that trying again later may help. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0 || error.status >= 500 || error.status === 429;
  return (error as Error).name === 'AbortError';
}
