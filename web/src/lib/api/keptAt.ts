/**
 * On an answer that the service worker of the pass kept and gives because none comes from the server: when the server gave it.
 * Empty where that is not known.
 */
export const keptAtHeader = 'X-Kept-At';
