import { NetworkFirst } from 'workbox-strategies';
import { beforeEach, expect, it, vi } from 'vitest';
import { keptAtHeader } from '@/lib/api/keptAt';
import { asThePageAsks, saysSinceWhen } from './keeping';
import { passApi, passCache } from './passCache';

const url = new URL(passApi('order_1'), location.origin).href;
/** What is kept, by its address. */
let kept: Map<string, Response>;
let answer: () => Promise<Response>;

/** A page has none. */
class WorkerEvent extends Event {
  waitUntil() {}
}

beforeEach(() => {
  kept = new Map();
  const match = (request: Request) => Promise.resolve(kept.get(request.url)?.clone());
  const put = (request: Request, response: Response) => {
    kept.set(request.url, response);
    return Promise.resolve();
  };
  const remove = (request: Request) => Promise.resolve(kept.delete(request.url));
  vi.stubGlobal('caches', { match, open: () => Promise.resolve({ match, put, delete: remove }) });
  vi.stubGlobal('fetch', () => answer());
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('ExtendableEvent', WorkerEvent);
  vi.stubGlobal('FetchEvent', WorkerEvent);
});

const at = 'Mon, 26 May 2025 05:00:00 GMT';
const of =
  (name: string, headers: Record<string, string> = { Date: at }) =>
  () =>
    Promise.resolve(Response.json({ name }, { headers }));
const offline = () => Promise.reject(new TypeError('offline'));
const namesKept = () => Promise.all([...kept.values()].map((response) => response.clone().json()));

/** As the worker does, for a message of the pass page or for a request of any page. */
async function handle(type: 'message' | 'fetch'): Promise<Response> {
  const strategy = new NetworkFirst({ cacheName: passCache, plugins: [asThePageAsks, saysSinceWhen] });
  const event = new WorkerEvent(type);
  const [response, done] = strategy.handleAll({ request: new Request(url), event });
  const answered = await response;
  await done;
  return answered;
}

it('keeps a pass for the message of its page, and what comes anew in its place', async () => {
  answer = of('Asha Nair');
  await handle('message');
  answer = of('Asha R Nair');
  expect(await (await handle('fetch')).json()).toEqual({ name: 'Asha R Nair' });
  expect(await namesKept()).toEqual([{ name: 'Asha R Nair' }]);
  answer = offline;
  expect(await (await handle('fetch')).json()).toEqual({ name: 'Asha R Nair' });
});

it('keeps nothing of a pass that was removed, or that another page asked for', async () => {
  answer = of('Asha Nair');
  expect(await (await handle('fetch')).json()).toEqual({ name: 'Asha Nair' });
  expect(await namesKept()).toEqual([]);
});

it('keeps a pass through a failure of the server, and drops one that was withdrawn', async () => {
  answer = of('Asha Nair');
  await handle('message');
  answer = () => Promise.resolve(Response.json({ code: 'internal_error' }, { status: 500 }));
  expect((await handle('fetch')).status).toBe(500);
  expect(await namesKept()).toEqual([{ name: 'Asha Nair' }]);
  answer = () => Promise.resolve(Response.json({ code: 'pass_withdrawn' }, { status: 410 }));
  expect((await handle('message')).status).toBe(410);
  expect(await namesKept()).toEqual([]);
});

it('says of a pass that it kept when the server gave it, as far as that is known, and of no other', async () => {
  answer = of('Asha Nair');
  expect((await handle('message')).headers.get(keptAtHeader)).toBeNull();
  answer = offline;
  const kept = await handle('fetch');
  expect(kept.headers.get(keptAtHeader)).toBe(at);
  expect(await kept.json()).toEqual({ name: 'Asha Nair' });
  answer = of('Asha Nair', {});
  await handle('message');
  answer = offline;
  expect((await handle('fetch')).headers.get(keptAtHeader)).toBe('');
});
