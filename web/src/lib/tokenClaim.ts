// What a token says about the person, for pages that hide what the server would refuse. It is not verified here.

/** Empty when it cannot be read. */
export function claimIn(token: string, name: 'username' | 'role'): string {
  const claim = claimsIn(token)[name];
  return typeof claim === 'string' ? claim : '';
}

/** Everything that the token says; nothing when it cannot be read. */
export function claimsIn(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
