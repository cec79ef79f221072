// What the pass page and its service worker agree on.
export const passWorker = '/pass-worker.js';
export const passCache = 'passes';
export const passApi = (orderId: string) => `/api/order/${encodeURIComponent(orderId)}`;
