import { beforeEach, expect, it, vi } from 'vitest';
import { keptAtHeader } from '@/lib/api/keptAt';
import { stubCaches } from '@/site/testing/caches';
import { controlTime } from '@/testing/render';
import { keepOffline } from './offline';
import { passApi } from './passCache';

vi.mock('./savePass', () => ({ fetchImageCode: () => Promise.resolve() }));

const address = new URL(passApi('order_1'), location.origin).href;
let kept: Map<string, Response>;
/** What the server says of the pass. */
let answer: () => Promise<Response>;
/** What the worker was asked to keep. */
let asked: string[];
/** Whether it has kept that. */
let hasKept: boolean | undefined;
let removal: AbortController;

beforeEach(() => {
  vi.stubEnv('PROD', true);
  kept = stubCaches();
  answer = () => Promise.resolve(Response.json({ name: 'Asha Nair' }));
  asked = [];
  hasKept = true;
  removal = new AbortController();
  const active = {
    postMessage: ({ payload }: { payload: { urlsToCache: string[] } }, [port]: [MessagePort]) => {
      asked.push(...payload.urlsToCache);
      if (hasKept !== undefined) port.postMessage(hasKept);
    },
  };
  const serviceWorker = { register: () => Promise.resolve(), ready: Promise.resolve({ active }) };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit = {}) => {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return url === passApi('order_1')
      ? answer()
      : Promise.resolve(new Response('<script src="/assets/main-1.js"></script>'));
  });
});

const keep = () => keepOffline('order_1', removal.signal);
const nameKept = async () =>
  ((await kept.get(address)?.clone().json()) as { name: string } | undefined)?.name;

it('keeps the pass, and has the worker keep its page and the code of that', async () => {
  expect(await keep()).toBe(true);
  expect(await nameKept()).toBe('Asha Nair');
  expect(asked).toEqual(['/payment/success', '/assets/main-1.js']);
});

it.each([429, 503])('does not call a pass kept for which the server answers %i', async (status) => {
  answer = () => Promise.resolve(Response.json({ message: 'no' }, { status }));
  expect(await keep()).toBe(false);
  expect(await nameKept()).toBeUndefined();
});

it('calls a pass kept that it kept before, and keeps that as it is', async () => {
  kept.set(address, Response.json({ name: 'Asha Nair' }));
  const headers = { [keptAtHeader]: 'Mon, 26 May 2025 05:00:00 GMT' };
  answer = () => Promise.resolve(Response.json({ name: 'older' }, { headers }));
  expect(await keep()).toBe(true);
  expect(await nameKept()).toBe('Asha Nair');
});

it('does not call a pass kept whose page is not, also where the worker never says so', async () => {
  const advance = controlTime();
  hasKept = undefined;
  let isKept: boolean | undefined;
  void keep().then((result) => {
    isKept = result;
  });
  await advance(59_000);
  expect(asked).toContain('/payment/success');
  expect(isKept).toBeUndefined();
  await advance(1_000);
  expect(isKept).toBe(false);
});

it('keeps nothing of a pass that is removed while the worker is still at it, and leaves nothing to it', async () => {
  hasKept = undefined;
  let arrived: (response: Response) => void = () => undefined;
  const coming = new Promise<Response>((resolve) => {
    arrived = resolve;
  });
  answer = () => coming;
  const keeping = keep();
  removal.abort();
  arrived(Response.json({ name: 'Asha Nair' }));
  expect(await keeping).toBe(false);
  expect(await nameKept()).toBeUndefined();
  expect(asked).not.toContain(passApi('order_1'));
});
