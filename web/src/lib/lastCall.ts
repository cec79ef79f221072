// When the server last answered a call of this session, in any tab: what is left of the time to be idle.
const key = 'portal-last-call';

/** In milliseconds since 1970; 0 where it is not known. */
export function lastCall(): number {
  try {
    return Number(localStorage.getItem(key) ?? 0);
  } catch {
    return 0;
  }
}

export function noteCall(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // Then the limit is the server's to say.
  }
}
