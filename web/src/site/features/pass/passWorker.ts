// The service worker behind a pass that opens without a network. It is installed by the pass page alone and answers for
// that page, the code of the site and passes; everything else goes to the network as if it were not there.
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { paths } from '@/lib/paths';
import { asAMessageAsks, asThePageAsks, ratherThanFailures, saysSinceWhen, withItsCode } from './keeping';
import { isPassCall, passCache } from './passCache';

/** At the entrance of a mall the network is often there and does not answer. */
const networkTimeoutSeconds = 4;

/** Some releases of the pass page's code, which is about twenty files. */
const maxEntries = 60;

// The plugin names what it has as absent where it is absent, which the exact types of the strategies do not take.
const expiration = new ExpirationPlugin({ maxEntries }) as WorkboxPlugin;
const cacheName = 'pass-code';
const keptCode = new CacheFirst({ cacheName, plugins: [expiration] });
const givenCode = new CacheFirst({ cacheName, plugins: [expiration, asAMessageAsks] });

const worker = globalThis as unknown as { skipWaiting: () => Promise<void> };
void worker.skipWaiting();
clientsClaim();

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === paths.paymentSuccess,
  new NetworkFirst({
    cacheName: 'pass-page',
    networkTimeoutSeconds,
    // The page is the same for every order, and its address holds the key to one.
    plugins: [
      { cacheKeyWillBeUsed: () => Promise.resolve(paths.paymentSuccess) },
      ratherThanFailures,
      withItsCode(keptCode),
    ],
  }),
);
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isPassCall(url.pathname),
  new NetworkFirst({
    cacheName: passCache,
    networkTimeoutSeconds,
    plugins: [asThePageAsks, saysSinceWhen, ratherThanFailures],
  }),
);
registerRoute(
  // The name of a file of code changes with its content.
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  givenCode,
);
