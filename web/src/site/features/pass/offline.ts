// Lets a pass be opened without a network: a service worker (./passWorker.ts) keeps its page, that page's code and
// the pass itself.
import { paths } from '@/lib/paths';
import { fetchImageCode } from './savePass';
import { passApi, passCache, passWorker } from './passCache';

/** Whether this device keeps the pass now. */
export async function keepOffline(orderId: string): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  try {
    await navigator.serviceWorker.register(passWorker);
    const { active } = await navigator.serviceWorker.ready;
    if (!active) return false;
    // So that the pass can be saved as an image without a network, too.
    await fetchImageCode();
    return await keptBy(active, [
      paths.paymentSuccess,
      passApi(orderId),
      ...new Set([...loadedCode(), ...(await codeOfPage())]),
    ]);
  } catch (error) {
    console.error('The pass could not be kept for use without a network', error);
    return false;
  }
}

/** The worker answers when everything is kept; what the page has loaded comes from the browser's own cache. */
function keptBy(worker: ServiceWorker, urlsToCache: string[]): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      resolve(data === true);
    };
    worker.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } }, [port2]);
  });
}

/** The page may have been reached from another one, whose code is not all of its own. */
async function codeOfPage(): Promise<string[]> {
  const page = await fetch(paths.paymentSuccess);
  return (await page.text()).match(/\/assets\/[\w.-]+/g) ?? [];
}

const loadedCode = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

export async function removeOffline(orderId: string): Promise<void> {
  if (!('caches' in window)) return;
  const cache = await caches.open(passCache);
  await cache.delete(passApi(orderId), { ignoreVary: true });
}
