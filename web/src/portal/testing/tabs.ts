// What another tab of the same browser does, as this one hears of it.

/** The session is over, for a reason that only the other tab knows. */
export function endInAnotherTab(): void {
  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
}
