// What the server gave this browser at earlier sign-ins, by name. It opens nothing: the server exempts a browser that has
// it from the pauses that others cause by guessing passwords. So it outlives the session, and signing out leaves it.
const key = 'portal-devices';

/** More people than share one computer at a counter. */
const mostNames = 20;

/** What to send along with this name, if somebody signed in by it here before. */
export function deviceOf(username: string): string | undefined {
  return read().find(([name]) => name === nameOf(username))?.[1];
}

export function keepDevice(username: string, device: string): void {
  const others = read().filter(([name]) => name !== nameOf(username));
  const kept = [[nameOf(username), device], ...others].slice(0, mostNames);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Where storage is refused, every sign-in is as from a new browser.
  }
}

/** By this the web ACL counts the device by itself, not with everybody behind its address. */
export const saysKnown = (device: string) => ({ 'X-Known-Device': device });

type Kept = [name: string, device: string][];

/** The latest first. */
function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Kept[number] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}

/** The server does not mind the case either. */
function nameOf(username: string): string {
  return username.trim().toLowerCase();
}
