// The public pages: that they are whole, also without a server or without JavaScript, what leads from one to another,
// and what a visit costs.
import { setTimeout as pause } from 'node:timers/promises';
import { measureShift, pages, scrollThrough, shiftOf, takenOver, visit } from './support/public';
import { expectPackages } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';
import { facts, firstDay } from './support/event';

for (const { path, heading } of pages) {
  test(`${path} is complete and accessible from top to bottom @core`, async ({ page }) => {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (path === '/') await expectPackages(page);
    await scrollThrough(page);
    await expectSoundScreenAtEachWidth(page);
  });

  test(`${path} can be read without JavaScript`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText('Events specially curated for you!')).toBeVisible();
    // Nothing is there as if it were still to come, and where a form would be there is another way.
    for (const waiting of await page.getByText(/^Loading/).all()) await expect(waiting).toBeHidden();
    for (const box of await page.locator('main noscript').locator('..').all()) {
      await expect(box.getByText(/needs JavaScript.* Please call .* or write to/)).toBeVisible();
      expect((await box.boundingBox())?.height).toBeLessThan(250);
    }
    await expect(page.getByText(/^Registering and paying needs JavaScript/)).toHaveCount(0);
    await expect(page.locator('main noscript')).toHaveCount(
      { '/': 3, '/contact-us': 1, '/find-pass': 1 }[path] ?? 0,
    );
    if (path === '/') {
      await page.getByText('Is there an entry fee?').click();
      await expect(page.getByText(/Package 1.* costs what the registration form shows/)).toBeVisible();
      // A price may have changed since the page was made.
      await expect(page.locator('body')).not.toContainText(/Rs\s\d/);
      await page.getByRole('link', { name: 'Prices and exams on a plain page' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Prices and exams' })).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: /Rs\s\d/ })).toHaveCount(2);
      await expect(page.getByRole('heading', { level: 3, name: /^\w{3} \d+ \w{3}$/ })).toHaveCount(2);
      await page.getByRole('link', { name: /^Back to/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    await context.close();
  });
}

test('the frame of a payment page says without JavaScript that it needs it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/payment/success?order_id=order_1');
  await expect(page.getByText(/^This page needs JavaScript/)).toBeVisible();
  await expect(page.getByText('One moment')).toBeHidden();
  await context.close();
});

test('each page has a title before its script has run', async ({ request }) => {
  const others = ['/checkout', '/contact', '/results', '/hall-ticket', '/payment/return', '/payment/failed'];
  for (const path of [...pages.map((page) => page.path), ...others, '/payment/success', '/nowhere']) {
    expect(await (await request.get(path)).text(), path).toMatch(/<title>[^<]+<\/title>/);
  }
});

test('a search engine finds the event, the pages and nothing private', async ({ page, request }) => {
  await page.goto('/');
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}',
  ) as Record<string, unknown>;
  expect(data).toMatchObject({
    '@type': 'EducationEvent',
    startDate: `${firstDay.date}T${facts.time}:00+05:30`,
  });
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const { path } of pages) expect(sitemap).toMatch(new RegExp(`<loc>https://[^<]+${path}</loc>`));
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /dashboard');
  for (const file of ['/site.webmanifest', '/og.jpg', '/icon-512.png', '/apple-touch-icon.png']) {
    expect((await request.get(file)).ok(), file).toBe(true);
  }
});

test('the menu slides in, and leads from any page to its part of the landing page', async ({ page }) => {
  await visit(page, '/terms-and-conditions');
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const anchor of ['about', 'schedule', 'partners', 'contact']) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: anchor }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(`/#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
    await page.goto('/terms-and-conditions');
    await takenOver(page);
  }
});

test('the open menu is accessible and fits', async ({ page }) => {
  await visit(page, '/about-us');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectSoundScreen(page);
});

test('the logo leads back to the top of the landing page', async ({ page }) => {
  await visit(page, '/#schedule');
  await expect(page.locator('#schedule')).toBeInViewport();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('a link of the footer leads to its policy without reloading the site', async ({ page }) => {
  await visit(page, '/');
  await page.evaluate(() => {
    document.body.dataset.same = 'page';
  });
  await page.getByRole('link', { name: 'Shipping Policy' }).click();
  await expect(page).toHaveURL('/terms-and-conditions#shipping');
  await expect(page.getByRole('heading', { name: 'Shipping Policy' })).toBeInViewport();
  await expect(page.locator('body')).toHaveAttribute('data-same', 'page');
});

test('with the API down every page is there, and the registration recovers automatically', async ({
  page,
  complaints,
}) => {
  complaints.expect(/503/);
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'Service Unavailable' } }),
  );
  for (const { path, heading } of pages) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await page.goto('/#register');
  await expect(page.getByText('Failed to fetch packages')).toBeVisible();
  await page.unroute('**/api/**');
  await expectPackages(page);
});

/** Until nothing more has come for half a second. */
async function quiet(loaded: Map<string, number>): Promise<void> {
  let before: number;
  do {
    before = loaded.size;
    await pause(500);
  } while (loaded.size > before);
}

test('a first visit downloads little, and nothing of it moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const sizes = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const addresses = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    addresses.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(addresses.get(requestId) ?? requestId, encodedDataLength);
  });
  await measureShift(page);
  await page.goto('/');
  await expect(page.getByRole('dialog')).toBeVisible();
  await quiet(sizes);
  const of = (wanted: (path: string) => boolean) =>
    [...sizes].filter(([path]) => wanted(path)).reduce((sum, [, size]) => sum + size, 0);
  // 95 KB of scripts, and the headers of each file count here; what the organisers upload does not.
  expect(of((path) => path.endsWith('.js'))).toBeLessThan(99_500);
  expect(of((path) => !path.startsWith('/media/'))).toBeLessThan(150_000);
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
});

for (const { path } of pages) {
  test(`${path} asks for its code only when it has been painted, and then is taken over`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get(path)).text();
    expect(html).not.toContain('modulepreload');
    expect(html.match(/<script [^>]*\bsrc="[^"]+"/g)).toEqual([
      expect.stringMatching(/ src="\/assets\/afterPaint-[\w-]+\.js"$/),
    ]);
    await visit(page, path);
  });
}
