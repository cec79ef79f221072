// Waiting for a place in the line: the countdown, the moment, and a title that calls a candidate who looks elsewhere.
import { inIndia } from '@/lib/eventMoment';
import { isSameOrder } from './attempt';
import type { Attempt } from './attemptRecord';
import { ElsewhereError, readPlace, type Place } from './places';

/** What the waiting view shows. */
export interface InLine {
  place: Place;
  /** Milliseconds until the moment, zero or less when it has come. */
  left: () => number;
  step: 'waiting' | 'opening' | 'unreachable';
}

/** A timer may stop while the device sleeps; everything is checked again after this time at the latest. */
const longestNapMs = 15_000;
const callEveryMs = 1_000;
/** A line that is held may go on sooner than was said; half of this is drawn, so that not all ask at once. */
const heldAsksAgainMs = 120_000;
/** How long the server holds a place whose moment has come (`HELD` in shared/domain/src/line.rs). */
export const heldForMinutes = 30;

/**
 * The time until the moment, counted from the server's answer. The device's clock may be wrong, so only its
 * differences count, and it may be put right meanwhile, so the larger of two differences does: who comes too early is
 * given the place once more, who comes too late has lost it.
 */
export function countdown({ toldAt, etaMs }: Place): () => number {
  const began = performance.now();
  const before = Date.now() - toldAt;
  // Answered in the future: the clock was put back since, and only the server knows.
  const elapsedBefore = before < 0 ? etaMs : before;
  return () => etaMs - Math.max(Date.now() - toldAt, elapsedBefore + performance.now() - began);
}

/** The place of what is sent from here; undefined where there is none. Another tab may send something else from it by now. */
export function placeOf({ key, order }: Attempt): Place | undefined {
  const place = readPlace(key);
  if (place && !isSameOrder(place.attempt.order, order)) throw new ElsewhereError();
  return place;
}

/**
 * Resolves with the place, as it is then, when its moment has come and the page is visible; of a line that is held also now and
 * then before.
 */
export async function awaitTurn(
  attempt: Attempt,
  signal: AbortSignal,
  show: (state: InLine) => void,
): Promise<Place> {
  const title = titleOfPage();
  let shown: Place | undefined;
  let left = () => 0;
  const asksAfterMs = (heldAsksAgainMs * (1 + Math.random())) / 2;
  try {
    for (;;) {
      const place = placeOf(attempt);
      if (!place) throw new ElsewhereError();
      if (place.toldAt !== shown?.toldAt) {
        shown = place;
        left = countdown(place);
        if (left() > 0) show({ place, left, step: 'waiting' });
      }
      const ms = left();
      const isSeen = document.visibilityState === 'visible';
      const mayHaveMoved = place.heldUntil > 0 && place.etaMs - ms >= asksAfterMs;
      if (isSeen && (ms <= 0 || mayHaveMoved)) return place;
      if (isSeen) title.restore();
      else if (ms <= 0) title.call(-ms);
      else title.say(`In ${roughly(ms)} | Your place in the line`);
      await nap(ms > 0 ? Math.min(ms, longestNapMs) : callEveryMs, signal);
    }
  } finally {
    title.restore();
  }
}

/** Rounded up: nobody's turn is later than shown. */
export function roughly(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return 'less than a minute';
  if (minutes < 60) return `about ${String(minutes)} minutes`;
  const rest = minutes % 60;
  return `about ${String(Math.floor(minutes / 60))} h${rest ? ` ${String(rest)} min` : ''}`;
}

const clock = new Intl.DateTimeFormat('en-IN', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** A moment in the time of the event, which is named where the device has another. */
export const clockTime = (moment: number): string => inIndia(clock.format(moment), new Date(moment));

/**
 * Ends early when anything happens that a throttled timer would sleep through: the page is shown again, the network is
 * back, another tab has changed what is kept.
 */
export function nap(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const woken = new AbortController();
    const wake = () => {
      clearTimeout(timer);
      woken.abort();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    const stop = () => {
      reject(new DOMException('The wait was called off', 'AbortError'));
      wake();
    };
    const options = { signal: woken.signal };
    document.addEventListener('visibilitychange', wake, options);
    for (const name of ['pageshow', 'online', 'focus', 'storage'])
      window.addEventListener(name, wake, options);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, options);
  });
}

/** One tab of the browser at a time. */
export const alone = <T>(key: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> =>
  locked(`registration-line:${key}`, { signal }, act);

const tabsOf = (key: string) => `registration-tabs:${key}`;

/** While this runs, the place is none that was left (`isLeft`). */
export const whileHere = <T>(key: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> =>
  locked(tabsOf(key), { signal, mode: 'shared' }, act);

/** Whether no tab waits with the place any more, as far as the browser can say. */
export async function isLeft(key: string): Promise<boolean> {
  try {
    return (await locks()?.request(tabsOf(key), { ifAvailable: true }, (lock) => lock !== null)) ?? true;
  } catch {
    return true;
  }
}

/** Not there on an origin without https, whatever the types say. */
const locks = () => navigator.locks as LockManager | undefined;

/**
 * Under a lock of this browser. Where there are none, or it gives none because it keeps nothing for this site, the server
 * recognises a second tab by its key and its ticket.
 */
async function locked<T>(
  name: string,
  options: LockOptions & { signal: AbortSignal },
  act: () => Promise<T>,
): Promise<T> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return act();
  };
  try {
    return (await (locks()?.request(name, options, begin) ?? begin())) as T;
  } catch (error) {
    if (hasBegun || options.signal.aborted) throw error;
    return act();
  }
}

function titleOfPage() {
  const own = document.title;
  let said = own;
  const say = (title: string) => {
    said = title;
    document.title = title;
  };
  return {
    say,
    call: (lateMs: number) => {
      const isOver = lateMs > heldForMinutes * 60_000;
      const isOdd = Math.floor(lateMs / callEveryMs) % 2 === 1;
      say(isOver ? 'Come back to the line' : isOdd ? '● Your turn' : 'Your turn: continue to the payment');
    },
    restore: () => {
      // Another page may have put its own title there.
      if (document.title === said) say(own);
    },
  };
}
