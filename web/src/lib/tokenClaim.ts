// What a token says about the person, for pages that hide what the server would refuse. It is not verified here.

/** Empty when it cannot be read. */
export function claimIn(token: string, name: 'username' | 'role'): string {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const claim = claims[name];
    return typeof claim === 'string' ? claim : '';
  } catch {
    return '';
  }
}
