// What the pass page and its service worker agree on.
export const passWorker = '/pass-worker.js';
export const passCache = 'passes';
/** Not what is below it: results are withdrawn and corrected, and are not kept. */
export const isPassCall = (pathname: string) => /^\/api\/order\/[^/]+$/.test(pathname);
export const passApi = (orderId: string) => `/api/order/${encodeURIComponent(orderId)}`;
/** The addresses of all code that a page names. */
export const codeIn = (page: string): string[] => page.match(/\/assets\/[\w.-]+/g) ?? [];
