// The door's service worker: it keeps the page with all of its code, and answers for them alone. Calls of the API go past it.
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Put in by the build (scripts/door-worker.mjs): what the page consists of. */
declare const doorFiles: PrecacheEntry[];

const worker = globalThis as unknown as EventTarget & { skipWaiting: () => Promise<void> };

precacheAndRoute(doorFiles);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/door'), { allowlist: [/^\/door(\/|$)/] }));

// Not by itself: the page asks for it between two scans.
worker.addEventListener('message', (message) => {
  const { data } = message as MessageEvent<{ type?: unknown } | undefined>;
  if (data?.type === 'SKIP_WAITING') void worker.skipWaiting();
});
