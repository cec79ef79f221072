// What the service worker does with passes that this device keeps, and what it says of one.
import type { WorkboxPlugin } from 'workbox-core/types';
import type { CacheFirst } from 'workbox-strategies';
import { keptAtHeader } from '@/lib/api/keptAt';
import { codeIn, passCache } from './passCache';

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
    if (isFailure && (await isKept(request)))
      throw new Error(`The server answered ${String(response.status)}`);
    return response;
  },
};

/**
 * A page of a pass asks by a message for the code that is to be kept. What pages ask for by themselves is not: other pages' files
 * have no room among those of a kept pass.
 */
export const asAMessageAsks: WorkboxPlugin = {
  cacheWillUpdate: ({ event, response }) =>
    Promise.resolve(event.type === 'message' && response.status === 200 ? response : null),
};

/**
 * A page of a later release is as good as none until its code is kept, too: the kept page, whose code is here, is given where
 * that takes too long, and stays where it cannot be had. `code` keeps what it is asked for.
 */
export const withItsCode = (code: CacheFirst): WorkboxPlugin => ({
  fetchDidSucceed: async ({ event, request, response }) => {
    if (response.status !== 200 || !(await isKept(request))) return response;
    const page = await response.clone().text();
    const files = codeIn(page).map(async (file) => {
      const [answer, isDone] = code.handleAll({ request: new Request(new URL(file, request.url)), event });
      const { status } = await answer;
      if (status !== 200) throw new Error(`The server answered ${String(status)}`);
      await isDone;
    });
    await Promise.all(files);
    return response;
  },
});

/** The page is kept without the query, which names the pass. */
const isKept = async (request: Request): Promise<boolean> =>
  (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) !== undefined;

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
