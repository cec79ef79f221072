// When a person at the page last made a call that the server answered, in any tab, and how far the server's clock is from this
// device's: limits are the server's, and a computer's clock may be hours off.
let key = 'portal-last-call';

interface LastCall {
  /** By this device's clock, in milliseconds since 1970. */
  at: number;
  /** How far the server's clock is ahead of this device's. */
  ahead: number;
}

/** A session beside the portal's is used apart from it: calls of the one do not keep the other alive. */
export function noteCallsUnder(name: string): void {
  key = name;
}

/** Undefined where it is not known. */
export function lastCall(): LastCall | undefined {
  try {
    const [at = 0, ahead = 0] = (localStorage.getItem(key) ?? '').split(' ').map(Number);
    return at ? { at, ahead: ahead || 0 } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * `date` is the answer's header, in whole seconds; an answer without one says nothing new about the clocks. A call in the
 * background is no use of the session, but knows what time it is.
 */
export function noteCall(date: string | null, inBackground = false): void {
  const now = Date.now();
  const said = Date.parse(date ?? '');
  try {
    const before = lastCall();
    const at = (inBackground && before?.at) || now;
    const ahead = Number.isNaN(said) ? (before?.ahead ?? 0) : said - now;
    localStorage.setItem(key, `${String(at)} ${String(ahead)}`);
  } catch {
    // Then the limit is the server's to say.
  }
}

/** The present moment by the server's clock, as far as it is known. */
export const serverNow = (): number => Date.now() + (lastCall()?.ahead ?? 0);
