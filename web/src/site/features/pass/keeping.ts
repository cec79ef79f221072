// Which passes the service worker keeps.
import type { WorkboxPlugin } from 'workbox-core/types';
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
