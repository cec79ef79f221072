// Values that live as long as the browser tab, readable by React. Personal data is kept here and not in localStorage,
// as the phone may be borrowed; a place in the line and the passes that were opened here alone outlive their tab. Where
// storage is refused, values last until the next load.
import { useLayoutEffect, useReducer, useSyncExternalStore } from 'react';

export interface SessionStore<T> {
  get: () => T;
  set: (value: T) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
  /** What a server without a browser would see. */
  initial: () => T;
  /** Whether what it has is lost by the next load. */
  isRefused: () => boolean;
}

/** `read` makes a value of what was kept, by this release or an earlier one; undefined when nothing can be made of it. */
export function createSessionStore<T>(
  key: string,
  empty: T,
  read: (kept: unknown) => T | undefined,
  storage: () => Storage = () => sessionStorage,
): SessionStore<T> {
  const listeners = new Set<() => void>();
  let value = empty;
  let raw: string | null = null;
  let isRefused = false;

  function parse(text: string | null): T {
    try {
      return text === null ? empty : (read(JSON.parse(text)) ?? empty);
    } catch {
      return empty;
    }
  }

  function get(): T {
    if (isRefused) return value;
    try {
      const stored = storage().getItem(key);
      if (stored !== raw) {
        raw = stored;
        value = parse(stored);
      }
    } catch {
      isRefused = true;
    }
    return value;
  }

  function set(next: T): void {
    value = next;
    try {
      raw = JSON.stringify(next);
      storage().setItem(key, raw);
    } catch {
      isRefused = true;
    }
    for (const listener of listeners) listener();
  }

  return {
    get,
    set,
    clear: () => {
      set(empty);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    initial: () => empty,
    isRefused: () => isRefused,
  };
}

export function useSessionStore<T>(store: SessionStore<T>): T {
  // `useSyncExternalStore` listens only some time after the first paint. What is typed until then would be taken out of
  // its field again, letter by letter.
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(renderAgain), [store]);
  return useSyncExternalStore(store.subscribe, store.get, store.initial);
}
