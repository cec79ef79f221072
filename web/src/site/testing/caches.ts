// The browser's caches, which jsdom does not have, as one, with what is kept by its address.
import { vi } from 'vitest';

const addressOf = (request: RequestInfo) =>
  new URL(typeof request === 'string' ? request : request.url, location.origin).href;

export function stubCaches(): Map<string, Response> {
  const kept = new Map<string, Response>();
  const match = (request: RequestInfo, options?: CacheQueryOptions) => {
    const address = addressOf(request);
    const key = options?.ignoreSearch ? address.replace(/\?.*/, '') : address;
    return Promise.resolve(kept.get(key)?.clone());
  };
  const put = (request: RequestInfo, response: Response) => {
    kept.set(addressOf(request), response);
    return Promise.resolve();
  };
  const remove = (request: RequestInfo) => Promise.resolve(kept.delete(addressOf(request)));
  vi.stubGlobal('caches', { match, open: () => Promise.resolve({ match, put, delete: remove }) });
  return kept;
}
