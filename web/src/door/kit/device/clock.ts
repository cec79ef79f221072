// The server's clock as far as this phone can know it, whatever happens to its own. Within a page it is the time that the server
// told and what has passed since, by a stopwatch; from one page to the next, the phone's clock and what that was off by.
import { lastCall } from '@/lib/lastCall';
import { uuid } from '@/lib/uuid';
import type { Lay, Stamp } from '@/door/kit/storage/stamp';

const key = 'door-clock';

/** Less is what clocks drift by and networks delay. */
const noticeableMs = 2_000;

export class ServerClock {
  readonly #page = uuid();
  /** What the server told last, and when that was by the stopwatch. */
  #told: { server: number; passed: number };
  #after: number;
  #isHeard = false;
  /** The phone's clock says that the server has told its time later than now. */
  readonly #isGuess: boolean;
  /** What the phone's clock is ahead of the browser's stopwatch. */
  #gap = gapNow();
  /** While the phone slept, which most browsers' stopwatches do not count. */
  #slept = 0;
  #maySleep = document.visibilityState !== 'visible';
  /** By the stopwatch, when it was last looked at. */
  #seen = 0;
  /** By the stopwatch, when the last thing was made. */
  #stamped = -Infinity;
  /** From when on the stopwatch may be wrong: the phone slept, or its clock was set. */
  #sureUntil = Infinity;

  constructor() {
    const [ahead = 0, after = 0] = kept();
    this.#after = after;
    this.#isGuess = Date.now() + ahead < after;
    this.#told = { server: this.#isGuess ? after : Date.now() + ahead, passed: this.passed() };
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') this.#maySleep = true;
    });
  }

  /** Whether it can be told how long ago something was made: in this page, or the server has told its time to this page. */
  isSureOf({ page }: Stamp): boolean {
    return this.#isHeard || page === this.#page;
  }

  /**
   * Milliseconds of this page. A phone's clock that jumps was set, or the phone has slept: most stopwatches stand still then
   * (https://developer.mozilla.org/en-US/docs/Web/API/Performance/now#ticking_during_sleep). A page that is seen does not sleep.
   */
  passed(): number {
    const gap = gapNow();
    const jump = gap - this.#gap;
    const isNoticed = Math.abs(jump) >= noticeableMs;
    if (isNoticed) {
      this.#gap = gap;
      this.#sureUntil = Math.min(this.#sureUntil, this.#seen);
      if (jump > 0 && this.#maySleep) this.#slept += jump;
    }
    this.#maySleep &&= document.visibilityState !== 'visible';
    this.#seen = performance.now() + this.#slept;
    if (isNoticed) this.#keep();
    return this.#seen;
  }

  /** Now by the server's clock. */
  now(): number {
    return this.#at(this.passed());
  }

  #at(passed: number): number {
    return Math.round(this.#told.server + passed - this.#told.passed);
  }

  /** Each is a millisecond later than the one before at least: times alone tell in which order people came and went. */
  stamp(): Stamp {
    const madeAt = new Date().toISOString();
    const isGuess = this.#isGuess && !this.#isHeard;
    const passed = Math.max(this.passed(), this.#stamped + 1);
    this.#stamped = passed;
    return { madeAt, at: this.#at(passed), page: this.#page, passed, after: this.#after, isGuess };
  }

  /**
   * The server has told its time in answer to a call that was sent at a moment of the stopwatch. Where that is news, gives back
   * when things were made that were stamped before.
   */
  heard(server: number, sent: number): Lay | undefined {
    const passed = (sent + this.passed()) / 2;
    const wrongBy = this.#told.server + passed - this.#told.passed - server;
    const isNews = !this.#isHeard || Math.abs(wrongBy) >= noticeableMs;
    const sureUntil = this.#isHeard ? this.#sureUntil : -Infinity;
    this.#told = { server, passed };
    this.#after = server;
    this.#isHeard = true;
    this.#sureUntil = Infinity;
    this.#keep();
    if (!isNews) return undefined;
    const ahead = this.now() - Date.now();
    return (stamp) => {
      if (stamp.page !== this.#page) return ofAnotherPage(stamp, ahead, server);
      return stamp.passed <= sureUntil ? stamp.at : server + stamp.passed - passed;
    };
  }

  #keep(): void {
    const ahead = this.#told.server + this.#seen - this.#told.passed - Date.now();
    try {
      localStorage.setItem(key, `${String(ahead)} ${String(this.#after)}`);
    } catch {
      // The next page goes by the phone's clock, until the server tells.
    }
  }
}

/**
 * The clock may have been set before or after it was made: what it was taken for then, unless that cannot be; what the clock is
 * off by now, unless that cannot be; and in any case between what the server had told before and what it tells now.
 */
function ofAnotherPage({ at, madeAt, after, isGuess }: Stamp, ahead: number, now: number): number {
  const guesses = [isGuess ? NaN : at, Date.parse(madeAt) + ahead];
  const possible = guesses.find((guess) => guess >= after && guess <= now);
  return possible ?? Math.min(Math.max(at, after), now);
}

const gapNow = (): number => Date.now() - performance.now();

/** What the phone's clock was off by, and what the server told, before this page. */
function kept(): number[] {
  try {
    const told = localStorage.getItem(key);
    if (told) return told.split(' ').map(Number);
  } catch {
    // As if there were none.
  }
  return [lastCall()?.ahead ?? 0, 0];
}
