// The administrator's session: a token that every tab shares, because signing out in one means all of them.
// Where storage is refused it lasts until the next load.
import { useSyncExternalStore } from 'react';
import { callWith } from './api/client';
import { tokenKey } from './keptToken';
import { isAway } from './hands';
import { noteCall, noteCallsUnder } from './lastCall';
import { claimIn } from './tokenClaim';

/** A wrong password, code or link does not end the session. */
const loginPaths: readonly string[] = [
  '/api/admin/login',
  '/api/admin/login/second-factor',
  '/api/admin/invitation',
];

/**
 * Why there is no session any more: the person signed out, in whichever tab; the server no longer accepted the token or could
 * not be asked about it; or another tab ended it, for a reason that this one does not know.
 */
export type Ending = 'left' | 'refused' | 'failed' | 'elsewhere';

let key = tokenKey;
/** Who has signed out since anybody last signed in: their other tabs lose the token, and are to know that nothing was cut off. */
let leftKey = 'portal-left';
let inMemory: string | undefined;
let isRefused = false;
/** The token that was there last. */
let last = '';
let ending: Ending | undefined;
let endingReference: string | undefined;
const listeners = new Set<() => void>();
const leavers = new Set<(username: string) => void>();

function read(): string | undefined {
  const token = stored();
  if (token !== undefined) {
    last = token;
    // Should it go without a word of this tab's, then another tab has ended it.
    ending = 'elsewhere';
    endingReference = undefined;
  } else if (ending === 'elsewhere' && whoLeft() === claimIn(last, 'username')) {
    ending = 'left';
  }
  return token;
}

function whoLeft(): string | undefined {
  try {
    return localStorage.getItem(leftKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function noteWhoLeft(username: string | undefined): void {
  try {
    if (username === undefined) localStorage.removeItem(leftKey);
    else localStorage.setItem(leftKey, username);
  } catch {
    // Then there is no token that other tabs have, too.
  }
}

function stored(): string | undefined {
  if (isRefused) return inMemory;
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    isRefused = true;
    return inMemory;
  }
}

function write(token: string | undefined): void {
  inMemory = token;
  try {
    if (token === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, token);
  } catch {
    isRefused = true;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // The browser tells the other tabs alone, so both ways are needed.
  const onStorage = (change: StorageEvent) => {
    if (change.key === key || change.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

export const session = {
  /** Before anything else: a page whose session is its own, beside the portal's in the same browser. */
  keepUnder(name: string): void {
    key = `${name}-token`;
    leftKey = `${name}-left`;
    noteCallsUnder(`${name}-last-call`);
  },

  token: read,
  /** Once there is no token: why, or undefined if this tab has not seen one. */
  ending: () => ending,

  /** Where it failed at the server: the id by which that is found in its log. */
  endingReference: () => endingReference,

  start(token: string): void {
    ending = undefined;
    endingReference = undefined;
    write(token);
    noteWhoLeft(undefined);
  },

  end(reason: Ending, reference?: string): void {
    ending = reason;
    endingReference = reference;
    write(undefined);
  },

  /** The person signs out, of every tab of the browser. */
  leave(): void {
    read();
    const username = claimIn(last, 'username');
    // Before the token goes, so that no tab misses it without knowing why.
    noteWhoLeft(username);
    for (const leaver of leavers) leaver(username);
    this.end('left');
  },

  /**
   * Calls with the name of each person who signs out in whichever tab, and of one who has before this one was loaded. That
   * the token is gone would not say it where somebody signs in again at once.
   */
  onLeaving(leaver: (username: string) => void): void {
    leavers.add(leaver);
    addEventListener('storage', ({ key: changed, newValue }) => {
      if (changed === leftKey && newValue !== null) leaver(newValue);
    });
    const username = whoLeft();
    if (username !== undefined) leaver(username);
  },

  /** Ends the session that a request was made with, unless another has begun since. */
  refuse(token: string): void {
    if (read() === token) this.end('refused');
  },
};

callWith({
  token: (path) => (loginPaths.includes(path) ? undefined : read()),
  refuse: (token) => {
    session.refuse(token);
  },
  inBackground: isAway,
  heard: noteCall,
});

export function useToken(): string | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}
