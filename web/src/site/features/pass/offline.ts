// Lets a pass be opened without a network: the page keeps the pass itself, and a service worker (./passWorker.ts) the page and
// its code.
import { keptAtHeader } from '@/lib/api/keptAt';
import { paths } from '@/lib/paths';
import { fetchImageCode } from './savePass';
import { codeIn, passApi, passCache, passWorker } from './passCache';

const keptWithinMs = 60_000;

/** Whether this device keeps the pass now, with all that it takes to show it. Once it is `removed`, it is not kept any more. */
export async function keepOffline(orderId: string, removed: AbortSignal): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  try {
    await navigator.serviceWorker.register(passWorker);
    const { active } = await navigator.serviceWorker.ready;
    if (!active || !(await keepPass(orderId, removed))) return false;
    // So that the pass can be saved as an image without a network, too.
    await fetchImageCode();
    return await keptBy(active, [
      paths.paymentSuccess,
      ...new Set([...loadedCode(), ...(await codeOfPage())]),
    ]);
  } catch (error) {
    if (!removed.aborted) console.error('The pass could not be kept for use without a network', error);
    return false;
  }
}

/** Not by the worker, which would go on with it when the pass is removed and the page closed. */
async function keepPass(orderId: string, removed: AbortSignal): Promise<boolean> {
  const address = passApi(orderId);
  const cache = await caches.open(passCache);
  const answer = await fetch(address, { signal: removed });
  // What the worker gives because nothing newer comes is kept.
  if (answer.status === 200 && !answer.headers.has(keptAtHeader)) await cache.put(address, answer);
  if (removed.aborted) await removeOffline(orderId);
  return (await cache.match(address, { ignoreVary: true })) !== undefined;
}

/**
 * The worker answers when everything is kept, and where something is not to be had, not at all. What the page has loaded comes
 * from the browser's own cache.
 */
function keptBy(worker: ServiceWorker, urlsToCache: string[]): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      resolve(data === true);
    };
    setTimeout(() => {
      resolve(false);
    }, keptWithinMs);
    worker.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } }, [port2]);
  });
}

/** The page may have been reached from another one, whose code is not all of its own. */
async function codeOfPage(): Promise<string[]> {
  const page = await fetch(paths.paymentSuccess);
  return codeIn(await page.text());
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
