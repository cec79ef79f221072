// What another tab of the same browser does, as this one hears of it.

/** Somebody signs out on purpose. */
export function signOutInAnotherTab(username: string): void {
  localStorage.setItem('portal-left', username);
  dispatchEvent(new StorageEvent('storage', { key: 'portal-left', newValue: username }));
  endInAnotherTab();
}

/** The session is over, for a reason that only the other tab knows. */
export function endInAnotherTab(): void {
  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
}
