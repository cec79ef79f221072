// Which passes the service worker keeps, and what it says of one that it kept.
import type { WorkboxPlugin } from 'workbox-core/types';
import { keptAtHeader } from '@/lib/api/keptAt';
import { passCache } from './passCache';

/**
 * A pass is kept when its page asks for that, and from then on it is replaced by what comes anew, until the page removes it.
 * After that, whatever asks for it on this device keeps nothing.
 */
export const asThePageAsks: WorkboxPlugin = {
  cacheWillUpdate: async ({ event, request, response }) => {
    const cache = await caches.open(passCache);
    // The page may not have waited for the answer that it was withdrawn.
    if (response.status === 410) await cache.delete(request, { ignoreVary: true });
    if (response.status !== 200) return null;
    return event.type === 'message' || (await cache.match(request, { ignoreVary: true })) ? response : null;
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
