// The administrator's token as this browser keeps it. Every call takes it along, also one of a page that knows nothing of sessions.
export const tokenKey = 'token';

export const keptToken = {
  token(): string | undefined {
    try {
      return localStorage.getItem(tokenKey) ?? undefined;
    } catch {
      return undefined;
    }
  },

  /** The server did not accept it. One that has come since stays. */
  refuse(token: string): void {
    if (keptToken.token() === token) localStorage.removeItem(tokenKey);
  },
};
