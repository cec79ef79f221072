// Who is signed in, as the token tells it.

/** The name in the token, which is a JSON web token; empty when it cannot be read. */
export const usernameIn = (token: string): string => claimIn(token, 'username');

/** Whether the server takes payments from this person, and counts. It asks again; this only hides what it refuses. */
export const mayTakeMoney = (token: string): boolean =>
  !['accountant', 'door'].includes(claimIn(token, 'role'));

/** The role in the token; empty when it cannot be read. */
export const roleIn = (token: string): string => claimIn(token, 'role');

/** When the session ends, however much it is used, in milliseconds since 1970; undefined when the token does not say. */
export function endOf(token: string): number | undefined {
  const seconds = claimsOf(token)['exp'];
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

function claimIn(token: string, name: 'username' | 'role'): string {
  const claim = claimsOf(token)[name];
  return typeof claim === 'string' ? claim : '';
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
