// The public pages: what moves, opens and leads somewhere, what is there without a server or without
// JavaScript, and what a visit costs.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expectPackages } from './support/registration';
import { expectFits, expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

const pages = [
  { path: '/', heading: 'Win up to 100% of your tuition in one weekend' },
  { path: '/terms-and-conditions', heading: 'Terms & Conditions' },
  { path: '/about-us', heading: 'About Us' },
  { path: '/contact-us', heading: 'Contact Us' },
  { path: '/find-pass', heading: 'Find my pass' },
];

const banner = (name: string, link = '/') => ({
  _id: name,
  bannerName: name,
  deskImgLink: '/favicon.svg',
  mobImgLink: '/icon-192.png',
  link,
  version: 1,
});

const serveBanners = (page: Page, group: string, banners: unknown[]) =>
  page.route(`**/api/${group}/listBanners`, (route) => route.fulfill({ json: banners }));

/** The page without the dialog that opens automatically, as for a visitor who has begun to fill in the form. */
const visit = async (page: Page, path: string) => {
  await page.addInitScript(() => {
    const begun = {
      packageId: '',
      collegeId: '',
      courseId: '',
      name: 'A',
      email: '',
      phone: '',
      altPhone: '',
      preference: 'Offline',
    };
    // Frames of other sites have no storage.
    if (self === top) sessionStorage.setItem('registration-draft', JSON.stringify(begun));
  });
  await page.goto(path);
  await takenOver(page);
};

/** What has been prerendered can be read before it can be used: React has to know of it first. */
const takenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('header button') ?? {}).some((name) =>
      name.startsWith('__reactProps'),
    ),
  );

/** Everything that waits to be seen. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 500) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((next) => setTimeout(next, 50));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });

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
      { '/': 2, '/contact-us': 1, '/find-pass': 1 }[path] ?? 0,
    );
    if (path === '/') {
      await page.getByText('Is there an entry fee?').click();
      await expect(page.getByText(/Package 1.* costs what the registration form shows/)).toBeVisible();
      // A price may have changed since the page was made.
      await expect(page.locator('body')).not.toContainText(/Rs \d/);
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

test('a search engine finds the event, the pages and nothing private', async ({ page, request }) => {
  await page.goto('/');
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}',
  ) as Record<string, unknown>;
  expect(data).toMatchObject({ '@type': 'EducationEvent', startDate: '2025-05-31T10:00:00+05:30' });
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const { path } of pages) expect(sitemap).toMatch(new RegExp(`<loc>https://[^<]+${path}</loc>`));
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /dashboard');
  for (const file of ['/site.webmanifest', '/og.jpg', '/icon-512.png', '/apple-touch-icon.png']) {
    expect((await request.get(file)).ok(), file).toBe(true);
  }
});

test('the banners change automatically, and a narrow screen gets the small picture', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await serveBanners(page, 'banners', [banner('One', '/#register'), banner('Two')]);
  // Stopped, so that a slow machine does not add seconds to those that pass below.
  const start = new Date('2025-05-01T10:00:00+05:30');
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  await visit(page, '/');
  // On a phone it is below the first screen.
  await page.mouse.wheel(0, 400);
  const slide = page.getByRole('region', { name: 'Banners' }).getByRole('link');
  await expect(slide).toHaveAccessibleName('One, 1 of 2');
  const source = () => slide.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(source).toMatch(/icon-192\.png$/);
  await page.clock.runFor(5_100);
  await expect(slide).toHaveAccessibleName('Two, 2 of 2');
  await page.clock.runFor(5_100);
  await expect(slide).toHaveAccessibleName('One, 1 of 2');
  await page.getByRole('button', { name: 'Pause banners' }).click();
  await page.clock.runFor(11_000);
  await expect(slide).toHaveAccessibleName('One, 1 of 2');
  await slide.click();
  await expect(page).toHaveURL('/#register');
});

test('the controls of eight banners are all within the narrowest screen', async ({ page }) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
  await serveBanners(
    page,
    'banners',
    names.map((name) => banner(name)),
  );
  await page.setViewportSize({ width: 320, height: 700 });
  await visit(page, '/');
  await page.mouse.wheel(0, 400);
  const controls = page.getByRole('region', { name: 'Banners' }).getByRole('button');
  await expect(controls).toHaveCount(9);
  for (const control of await controls.all()) {
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('button', { name: 'Show Eight' }).click();
  await expect(page.getByRole('region', { name: 'Banners' }).getByRole('link')).toHaveAccessibleName(
    'Eight, 8 of 8',
  );
});

test('where there is a mouse the banners have arrows, which go round, and no dots', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await serveBanners(page, 'banners', [banner('One'), banner('Two'), banner('Three')]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, '/');
  const carousel = page.getByRole('region', { name: 'Banners' });
  const slide = carousel.getByRole('link');
  await carousel.getByRole('button', { name: 'Pause banners' }).click();
  for (const [button, shown] of [
    ['Next', 'Two, 2 of 3'],
    ['Next', 'Three, 3 of 3'],
    ['Next', 'One, 1 of 3'],
    ['Previous', 'Three, 3 of 3'],
  ] as const) {
    await carousel.getByRole('button', { name: `${button} banner` }).click();
    await expect(slide).toHaveAccessibleName(shown);
  }
  await expect(carousel.getByRole('button', { name: /^Show / })).toHaveCount(0);
});

test('two partners fill the widest strip all the way round', async ({ page }) => {
  await serveBanners(page, 'inst-brand', [banner('Periyar'), banner('Nila')]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, '/#partners');
  const track = page.locator('[data-moving]');
  await expect(track).toBeVisible();
  const widths = await track.evaluate((element) => ({
    half: element.scrollWidth / 2,
    first: element.firstElementChild?.getBoundingClientRect().width,
    window: element.parentElement?.clientWidth,
  }));
  // The loop ends when the first half has gone by: what is seen then is the second one.
  expect(widths.half).toBeGreaterThanOrEqual(widths.window ?? Number.POSITIVE_INFINITY);
  expect(widths.first).toBeCloseTo(widths.half, 0);
});

test('the title of a video does not lie under its button, however narrow it is', async ({ page }) => {
  await visit(page, '/');
  await expect(page.locator('[data-video]').first()).toBeAttached();
  for (const width of [320, 390, 768, 820, 960, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overlapping = await page.locator('[data-video]').evaluateAll((videos) =>
      videos
        .filter((video) => {
          const button = video.querySelector('svg')?.getBoundingClientRect();
          const title = video.querySelector(':scope > span')?.getBoundingClientRect();
          return !button || !title || button.bottom > title.top;
        })
        .map((video) => video.textContent),
    );
    expect(overlapping, `at ${width} px`).toEqual([]);
  }
});

test('the floating buttons lie over no text and nothing that can be pressed, however wide the page is', async ({
  page,
}) => {
  await visit(page, '/');
  await expectPackages(page);
  await scrollThrough(page);
  for (const width of [320, 390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const covered = await page.evaluate(() => {
      const header = document.querySelector('header')?.getBoundingClientRect();
      const floating = [...document.querySelectorAll('[aria-label="Quick contact"]')]
        .find((buttons) => buttons.checkVisibility())
        ?.getBoundingClientRect();
      if (!header || !floating) return ['nothing to look at'];
      const isInBar = floating.bottom <= header.bottom && floating.top >= header.top;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
        if (parent.closest('.visually-hidden, [data-moving], [aria-label="Quick contact"], noscript, script'))
          continue;
        // What the page scrolls goes below the bar; outside of it anything may come to lie at any height.
        if (Boolean(parent.closest('header')) !== isInBar) continue;
        const shape = parent.closest('a, button') ?? document.createRange();
        if (shape instanceof Range) shape.selectNodeContents(node);
        const { left, right } = shape.getBoundingClientRect();
        if (left < floating.right && right > floating.left) found.push(node.textContent);
      }
      return found;
    });
    expect(covered, `at ${String(width)} px`).toEqual([]);
    await expectFits(page);
  }
});

test('the keyboard reaches the floating buttons where they are seen @core', async ({ page }) => {
  await visit(page, '/');
  const home = 'Scholarship Expo Kochi, home';
  const contact = ['Call us', 'Chat with us on WhatsApp'];
  const isWide = (page.viewportSize()?.width ?? 0) >= 1280;
  const expected = [
    'Skip to content',
    ...(isWide
      ? [home, 'about', 'schedule', 'partners', 'contact', 'Register', ...contact]
      : [home, ...contact, 'Menu', 'Register']),
    // The price comes with the catalogue.
    expect.stringMatching(/^Register (from|Now)/),
  ];
  const reached: string[] = [];
  while (reached.length < expected.length) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const { ariaLabel, textContent } = document.activeElement ?? document.body;
        return (ariaLabel ?? textContent).trim();
      }),
    );
  }
  expect(reached).toEqual(expected);
});

test('the floating buttons show the focus on every ground', async ({ page }) => {
  await visit(page, '/');
  const call = page.getByRole('link', { name: 'Call us' });
  await page.keyboard.press('Tab');
  await call.focus();
  const ring = await call.evaluate((element) => {
    const { outlineColor, outlineStyle, boxShadow } = getComputedStyle(element);
    return { outlineColor, outlineStyle, boxShadow };
  });
  expect(ring).toEqual({
    outlineColor: 'rgb(7, 67, 56)',
    outlineStyle: 'solid',
    boxShadow: 'rgb(255, 255, 255) 0px 0px 0px 8px',
  });
});

test('the partners run, stop under the mouse, and say when they do not come', async ({
  page,
  complaints,
}) => {
  complaints.expect(/500/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await serveBanners(page, 'inst-brand', [banner('Periyar'), banner('Nila')]);
  await visit(page, '/#partners');
  const track = page.locator('[data-moving]');
  const state = () => track.evaluate((element) => getComputedStyle(element).animationPlayState);
  await expect.poll(state).toBe('running');
  expect(await track.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('20s');
  // A thing that moves is never still enough to be pointed at without force.
  await track.locator('..').hover({ force: true });
  await expect.poll(state).toBe('paused');

  await page.route('**/api/inst-brand/listBanners', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByText('Error: Failed to fetch banners')).toBeVisible();
  await expectPackages(page);

  await serveBanners(page, 'inst-brand', []);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Our partner institutes' })).toBeHidden();
});

test('one answer is open at a time', async ({ page }) => {
  await visit(page, '/');
  await page.getByText('Who can attend?').click();
  await expect(page.getByText(/Students who have finished/)).toBeVisible();
  await page.getByText('How do I register?').click();
  await expect(page.getByText(/sent by email as well/)).toBeVisible();
  await expect(page.getByText(/Students who have finished/)).toBeHidden();
});

/** What each package costs from now on, as if an administrator had changed it. */
const servePrices = (page: Page, prices: readonly number[]) =>
  page.route('**/api/packages/list', async (route) => {
    const packages = (await (await route.fetch()).json()) as { price: number }[];
    await route.fulfill({ json: packages.map((entry, at) => ({ ...entry, price: prices[at] })) });
  });

test('a changed price is nowhere contradicted', async ({ page }) => {
  await servePrices(page, [2100, 1234.5]);
  await visit(page, '/');
  await expect(page.getByRole('link', { name: 'Register from Rs 1234.50' })).toBeVisible();
  await scrollThrough(page);
  await expect(page.getByRole('link', { name: /^Register for Rs 2100 with/ })).toBeAttached();
  await page.getByText('Is there an entry fee?').click();
  await expect(page.getByText(/costs Rs 2100\. .* costs Rs 1234\.50\./)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Rs 1850|Rs 1000/);
  await page
    .getByRole('navigation', { name: 'Policies' })
    .getByRole('link', { name: 'Terms & Conditions' })
    .click();
  await expect(page.getByText(/all colleges and courses is Rs 2100/)).toBeVisible();
});

test('the first screen says what, when, where, until when and for how much @core', async ({ page }) => {
  await serveBanners(page, 'banners', []);
  await measureShift(page);
  await visit(page, '/');
  const hero = page.getByRole('region', { name: 'The expo', exact: true });
  await expect(hero.getByRole('link', { name: 'Register from Rs 1000' })).toBeInViewport({ ratio: 1 });
  for (const fact of ['31 May – 1 June 2025', 'The Mall, Kochi', '29 May', '7']) {
    await expect(hero.getByRole('definition').getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  const isWide = (page.viewportSize()?.width ?? 0) > 960;
  await expect(hero.getByRole('heading', { name: 'Saturday, 31 May' })).toHaveCount(isWide ? 1 : 0);
  // Nothing looks as if it were still to come.
  const gaps = await hero.getByRole('heading', { level: 1 }).evaluate((heading) =>
    [...(heading.parentElement?.querySelectorAll('h1, p, a, dl') ?? [])]
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .map(({ top }, at, parts) => top - (parts[at - 1]?.bottom ?? top)),
  );
  expect(Math.max(...gaps)).toBeLessThan(110);
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
});

test('the timetable is reached from the first screen, and each exam leads to the form @core', async ({
  page,
}) => {
  await visit(page, '/');
  await page.getByRole('link', { name: 'See exam times' }).first().click();
  await expect(page).toHaveURL('/#exam-times');
  const times = page.getByRole('region', { name: 'Exam times' });
  await expect(times.getByRole('heading', { name: 'Exam times' })).toBeInViewport();
  await expect(times.getByRole('heading', { name: 'Sunday, 1 June' })).toBeVisible();
  await expect(times.getByText('Overlaps with Bachelor of Design')).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await times.getByRole('link', { name: /^Choose exam BA LLB/ }).click();
  await expect(page.getByLabel('Course', { exact: true }).locator('option:checked')).toHaveText('BA LLB');
  const form = page.getByRole('region', { name: /^Register Now/ });
  await expect(form.getByText('Saturday, 31 May, 2–2:45 PM, Hall 2')).toBeVisible();
  await form.getByRole('radio', { name: /All-Inclusive/ }).check();
  await form.getByText('2 exams overlap.').click();
  await expect(
    form.getByText('4–4:45 PM: Bachelor of Design overlaps with B.Tech Mechanical Engineering'),
  ).toBeVisible();
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

test('a video is fetched from its host only when it is asked for', async ({ page }) => {
  const asked: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>video</title>' });
  });
  await visit(page, '/');
  await scrollThrough(page);
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: /A day at the expo/ }).click();
  await expect(page.frameLocator('iframe[title="A day at the expo"]').locator('html')).toBeAttached();
  expect(asked).toHaveLength(1);
});

test('a message is sent, and what is wrong with one is said and not lost', async ({ page, outside }) => {
  const email = `visitor-${String(Date.now())}-${String(Math.random()).slice(2)}@example.com`;
  await page.goto('/contact-us');
  const send = page.getByRole('button', { name: 'Send Message' });
  await page.getByLabel('Your Name').fill('Asha Nair');
  await page.getByLabel('Your Message').fill('Where do I park?');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Please fill all required fields');
  await page.getByLabel('Your Email').fill(email);
  await send.click();
  await expect(page.getByText(/Your message has been sent/)).toBeVisible();
  await expect(page.getByLabel('Your Message')).toHaveValue('');
  const mails = await outside.mailsTo('organisers@expo.example');
  expect(mails.filter(({ text }) => text.includes(email) && text.includes('Where do I park?'))).toHaveLength(
    1,
  );
  await expectSoundScreen(page);
});

test('a message that cannot be sent now keeps its text', async ({ page, complaints }) => {
  complaints.expect(/429|502|ERR_FAILED/);
  let status = 429;
  await page.route('**/api/contact', (route) =>
    status === 0
      ? route.abort()
      : route.fulfill({ status, json: { code: 'x', message: 'Your message could not be sent.' } }),
  );
  await page.goto('/contact-us');
  await page.getByLabel('Your Name').fill('Asha Nair');
  await page.getByLabel('Your Email').fill('asha@example.com');
  await page.getByLabel('Your Message').fill('Where do I park?');
  for (const [answer, words] of [
    [429, /try again in an hour/],
    [502, /could not be sent/],
    [0, /could not reach the server/],
  ] as const) {
    status = answer;
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByLabel('Your Message')).toHaveValue('Where do I park?');
  }
  await page.reload();
  await expect(page.getByLabel('Your Message')).toHaveValue('Where do I park?');
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

/** Adds up how much of the screen moves without being asked to. */
const measureShift = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + shift.value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftOf = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));

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
  // 95 KB of scripts and the headers of each file count here; what the organisers upload does not.
  expect(of((path) => path.endsWith('.js'))).toBeLessThan(99_000);
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
