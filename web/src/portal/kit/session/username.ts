// Who is signed in, as the token tells it.

/** The name in the token, which is a JSON web token; empty when it cannot be read. */
export function usernameIn(token: string): string {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as { username?: unknown };
    return typeof claims.username === 'string' ? claims.username : '';
  } catch {
    return '';
  }
}
