import { NetworkFirst } from 'workbox-strategies';
import { beforeEach, expect, it, vi } from 'vitest';
import { keptAtHeader } from '@/lib/api/keptAt';
import { stubCaches } from '@/site/testing/caches';
import { asThePageAsks, ratherThanFailures, saysSinceWhen } from './keeping';
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
  kept = stubCaches();
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

const plugins = [asThePageAsks, saysSinceWhen, ratherThanFailures];

/** As the worker does, for a request of any page. */
async function ask(): Promise<Response> {
  const strategy = new NetworkFirst({ cacheName: passCache, plugins });
  const [response, done] = strategy.handleAll({ request: new Request(url), event: new WorkerEvent('fetch') });
  const answered = await response;
  await done;
  return answered;
}

/** As the pass page does. */
async function keep(): Promise<void> {
  kept.set(url, await answer());
}

it('replaces a pass that its page has kept by what comes later', async () => {
  answer = of('Asha Nair');
  await keep();
  answer = of('Asha R Nair');
  expect(await (await ask()).json()).toEqual({ name: 'Asha R Nair' });
  expect(await namesKept()).toEqual([{ name: 'Asha R Nair' }]);
  answer = offline;
  expect(await (await ask()).json()).toEqual({ name: 'Asha R Nair' });
});

it('keeps nothing of a pass that was removed, or that another page asked for', async () => {
  answer = of('Asha Nair');
  expect(await (await ask()).json()).toEqual({ name: 'Asha Nair' });
  expect(await namesKept()).toEqual([]);
});

const failing = (status: number) => () =>
  Promise.resolve(Response.json({ code: 'internal_error' }, { status }));

it.each([429, 500, 503])(
  'gives the pass that it kept, with its date, where the server answers %i',
  async (status) => {
    answer = of('Asha Nair');
    await keep();
    answer = failing(status);
    const given = await ask();
    expect(given.status).toBe(200);
    expect(given.headers.get(keptAtHeader)).toBe(at);
    expect(await given.json()).toEqual({ name: 'Asha Nair' });
    expect(await namesKept()).toEqual([{ name: 'Asha Nair' }]);
  },
);

it('gives the failure of the server where it kept nothing', async () => {
  answer = failing(503);
  expect((await ask()).status).toBe(503);
  expect(await namesKept()).toEqual([]);
});

it.each([404, 422])(
  'gives a %i that says that there is no such pass, and keeps what it has',
  async (status) => {
    answer = of('Asha Nair');
    await keep();
    answer = failing(status);
    expect((await ask()).status).toBe(status);
    expect(await namesKept()).toEqual([{ name: 'Asha Nair' }]);
  },
);

it('drops a pass that was withdrawn', async () => {
  answer = of('Asha Nair');
  await keep();
  answer = () => Promise.resolve(Response.json({ code: 'pass_withdrawn' }, { status: 410 }));
  expect((await ask()).status).toBe(410);
  expect(await namesKept()).toEqual([]);
});

it('gives the page of a pass that it kept for any pass where the server fails', async () => {
  const page = new URL('/payment/success', location.origin).href;
  kept.set(page, new Response('page'));
  answer = failing(503);
  const request = new Request(`${page}?order_id=order_1`);
  const cacheKeyWillBeUsed = () => Promise.resolve(page);
  const strategy = new NetworkFirst({ plugins: [{ cacheKeyWillBeUsed }, ratherThanFailures] });
  const response = await strategy.handle({ request, event: new WorkerEvent('fetch') });
  expect(await response.text()).toBe('page');
});

it('says of a pass that it kept when the server gave it, as far as that is known, and of no other', async () => {
  answer = of('Asha Nair');
  expect((await ask()).headers.get(keptAtHeader)).toBeNull();
  await keep();
  answer = offline;
  const given = await ask();
  expect(given.headers.get(keptAtHeader)).toBe(at);
  expect(await given.json()).toEqual({ name: 'Asha Nair' });
  answer = of('Asha Nair', {});
  await keep();
  answer = offline;
  expect((await ask()).headers.get(keptAtHeader)).toBe('');
});
