// What the service worker does with passes that this device keeps, and what it says of one.
import type { WorkboxPlugin } from 'workbox-core/types';
import { keptAtHeader } from '@/lib/api/keptAt';
import { passCache } from './passCache';

/**
 * The page of a pass puts it among those that are kept, and removes it. In between it is replaced by what comes later; of any
 * other pass nothing is kept, whatever asks for it on this device.
 */
export const asThePageAsks: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    const cache = await caches.open(passCache);
    // The page may not have waited for the answer that it was withdrawn.
    if (response.status === 410) await cache.delete(request, { ignoreVary: true });
    if (response.status !== 200) return null;
    return (await cache.match(request, { ignoreVary: true })) ? response : null;
  },
};

/** A server that fails, or that has too much to do, is as good as none: what is kept is given, and dated. */
export const ratherThanFailures: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    const isFailure = response.status === 429 || response.status >= 500;
    // The page is kept without the query, which names the pass.
    if (isFailure && (await caches.match(request, { ignoreSearch: true, ignoreVary: true })))
      throw new Error(`The server answered ${String(response.status)}`);
    return response;
  },
};

/** Nothing newer came, in time or at all: exams are moved, and seats given out, so the page says of when it is. */
export const saysSinceWhen: WorkboxPlugin = {
  cachedResponseWillBeUsed: ({ cachedResponse: kept }) => {
    if (!kept) return Promise.resolve(null);
    const { status, headers: asKept } = kept;
    const headers = new Headers(asKept);
    headers.set(keptAtHeader, headers.get('Date') ?? '');
    return Promise.resolve(new Response(kept.body, { status, headers }));
  },
};
