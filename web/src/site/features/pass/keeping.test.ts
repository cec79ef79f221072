import { waitFor } from '@testing-library/react';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keptAtHeader } from '@/lib/api/keptAt';
import { stubCaches } from '@/site/testing/caches';
import { controlTime } from '@/testing/render';
import { asThePageAsks, asAMessageAsks, ratherThanFailures, saysSinceWhen, withItsCode } from './keeping';
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

describe('the page of a later release', () => {
  const page = new URL('/payment/success', location.origin).href;
  const file = (name: string) => new URL(`/assets/${name}.js`, location.origin).href;
  const pageOf = (...names: string[]) => names.map((name) => `<script src="/assets/${name}.js">`).join('');
  const textOf = async (address: string) => kept.get(address)?.clone().text();
  /** What the server has now, by its address. */
  let there: Record<string, () => Promise<Response>>;

  beforeEach(() => {
    kept.set(page, new Response(pageOf('main-1')));
    kept.set(file('main-1'), new Response('one'));
    there = {
      [page]: () => Promise.resolve(new Response(pageOf('main-2', 'pass-2'))),
      [file('main-2')]: () => Promise.resolve(new Response('two')),
      [file('pass-2')]: () => Promise.resolve(new Response('pass two')),
    };
    vi.stubGlobal('fetch', ({ url: asked }: Request) => {
      const address = asked.replace(/\?.*/, '');
      return there[address]?.() ?? Promise.resolve(new Response('gone', { status: 404 }));
    });
  });

  async function open(networkTimeoutSeconds = 4): Promise<string> {
    const strategy = new NetworkFirst({
      networkTimeoutSeconds,
      plugins: [
        { cacheKeyWillBeUsed: () => Promise.resolve(page) },
        withItsCode(new CacheFirst({ cacheName: 'pass-code' })),
      ],
    });
    const request = new Request(`${page}?order_id=order_1`);
    const [response, done] = strategy.handleAll({ request, event: new WorkerEvent('fetch') });
    const text = await (await response).text();
    await done;
    return text;
  }

  it('is given and kept with all code that it names', async () => {
    expect(await open()).toBe(pageOf('main-2', 'pass-2'));
    expect(await textOf(page)).toBe(pageOf('main-2', 'pass-2'));
    expect(await textOf(file('main-2'))).toBe('two');
    expect(await textOf(file('pass-2'))).toBe('pass two');
  });

  it.each([
    ['cannot be had', offline],
    ['is gone', () => Promise.resolve(new Response('gone', { status: 404 }))],
  ])('gives way to the page that is kept where a file of it %s', async (_, fails) => {
    there[file('pass-2')] = fails;
    expect(await open()).toBe(pageOf('main-1'));
    expect(await textOf(page)).toBe(pageOf('main-1'));
    expect(await textOf(file('main-1'))).toBe('one');
  });

  it('gives way to it where its code takes too long, and is kept when that has come', async () => {
    let arrive: (response: Response) => void = () => undefined;
    const coming = new Promise<Response>((resolve) => {
      arrive = resolve;
    });
    there[file('main-2')] = () => coming;
    const advance = controlTime();
    const opened = open();
    await advance(4_000);
    arrive(new Response('two'));
    expect(await opened).toBe(pageOf('main-1'));
    await waitFor(async () => expect(await textOf(page)).toBe(pageOf('main-2', 'pass-2')));
    expect(await textOf(file('main-2'))).toBe('two');
  });

  it('is given as it is where none was kept', async () => {
    kept.clear();
    there[file('pass-2')] = offline;
    expect(await open()).toBe(pageOf('main-2', 'pass-2'));
  });

  it('has its code kept by a message, and takes no room for what other pages ask for', async () => {
    const strategy = new CacheFirst({ cacheName: 'pass-code', plugins: [asAMessageAsks] });
    const ask = async (address: string, by: 'fetch' | 'message' = 'fetch') => {
      const [response, done] = strategy.handleAll({
        request: new Request(address),
        event: new WorkerEvent(by),
      });
      const text = await (await response).text();
      await done;
      return text;
    };
    expect(await ask(file('main-2'))).toBe('two');
    expect(kept.has(file('main-2'))).toBe(false);
    expect(await ask(file('main-1'))).toBe('one');
    expect(await ask(file('main-2'), 'message')).toBe('two');
    expect(kept.has(file('main-2'))).toBe(true);
  });
});
