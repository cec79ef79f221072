// The line as a test's page meets it: the answer that gives a place, the page hidden and shown, and the locks that a
// test page does not have.
import { vi } from 'vitest';
import type { PlaceInLine } from '@/lib/api/types';
import { refused } from './server';

/** A place that opens after so many seconds. */
export const inLine = (
  etaSeconds: number,
  ahead = 120,
  ticket = 'ticket-1',
  more: Partial<PlaceInLine> = {},
) =>
  refused(202, {
    ticket,
    ahead,
    // A server whose clock has nothing to do with the device's.
    opens_at: '2031-01-01T00:00:00Z',
    eta_seconds: etaSeconds,
    eta_ms: etaSeconds * 1_000,
    waits_for: 'line',
    ...more,
  });

let visibility: DocumentVisibilityState = 'visible';

/** The tab is brought to the front, or another one is. */
export function look(at: 'page' | 'elsewhere'): void {
  visibility = at === 'page' ? 'visible' : 'hidden';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The locks of one browser, which all its tabs share; gives back how to take them away. None is asked for both ways. */
export function stubLocks(): () => void {
  const tails = new Map<string, Promise<unknown>>();
  return giveLocks((name, { mode, ifAvailable }, act) => {
    const held = tails.get(name);
    if (ifAvailable && held) return act(null);
    const lock = { name };
    const turn = mode === 'shared' ? act(lock) : (held ?? Promise.resolve()).then(() => act(lock));
    const tail = Promise.allSettled([held, turn]).then(() => {
      if (tails.get(name) === tail) tails.delete(name);
    });
    tails.set(name, tail);
    return turn;
  });
}

/** Those of a browser that keeps nothing for the site: it has locks, and refuses each. */
export const refuseLocks = (): (() => void) =>
  giveLocks(() => Promise.reject(new DOMException('The request was denied.', 'SecurityError')));

type Request = (
  name: string,
  options: LockOptions,
  act: (lock: object | null) => Promise<unknown>,
) => Promise<unknown>;

function giveLocks(request: Request): () => void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  return () => {
    Reflect.deleteProperty(navigator, 'locks');
  };
}
