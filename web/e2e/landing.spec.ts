// The landing page: what it says at first sight, and what on it moves and opens.
import type { Page } from '@playwright/test';
import { measureShift, scrollThrough, shiftOf, takenOver, visit } from './support/public';
import { expectPackages } from './support/registration';
import { expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';
import { facts, firstDay, lastDay } from './support/event';

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

test('the first screen says what, when, where, until when and for how much @core', async ({ page }) => {
  await serveBanners(page, 'banners', []);
  await measureShift(page);
  await visit(page, '/');
  const hero = page.getByRole('region', { name: 'The expo', exact: true });
  await expect(hero.getByRole('link', { name: 'Register from Rs 1,000' })).toBeInViewport({ ratio: 1 });
  for (const fact of [facts.weekend, facts.venue, facts.registerBy, '7']) {
    await expect(hero.getByRole('definition').getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  const isWide = (page.viewportSize()?.width ?? 0) > 960;
  await expect(hero.getByRole('heading', { name: firstDay.long })).toHaveCount(isWide ? 1 : 0);
  // On a wide screen there is room for more, on a phone for the hours of the exams.
  if (isWide) await expect(page.getByRole('region', { name: 'Media partners' })).toBeInViewport();
  else await expect(hero.getByText(/^\d+ AM–\d/).first()).toBeInViewport({ ratio: 1 });
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

/** What the form is made of, and what must have come before it is asked for. */
const theScript = 'assets/landing-*.js';
const partsOfTheForm: Readonly<Record<string, readonly string[]>> = {
  'api/packages/list': [],
  'api/event': [],
  [theScript]: [],
};

for (const late of Object.keys(partsOfTheForm)) {
  test(`the form that an address names stays in its place when ${late} comes late`, async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/${late}`, async (route) => {
      await released;
      await route.continue();
    });
    await measureShift(page);
    const asked = page.waitForRequest(`**/${late}`);
    const others = Object.entries(partsOfTheForm)
      .filter(([part, needed]) => part !== late && !needed.includes(late))
      .map(([part]) => page.waitForResponse(`**/${part}`));
    await page.goto('/#register', { waitUntil: 'commit' });
    const form = page.getByRole('region', { name: /^Register Now/ });
    await expect(form.getByRole('heading', { name: /^Register Now/ })).toBeInViewport();
    await asked;
    await Promise.all(others);
    if (late !== theScript) await takenOver(page);
    await painted(page);
    release();
    await expect(form.getByText('Which are at the same time?')).toBeVisible();
    await painted(page);
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.001);
  });
}

/** What moves is reported after the frame in which it did. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

test('the timetable is reached from the first screen, and each exam leads to the form @core', async ({
  page,
}) => {
  await visit(page, '/');
  await page.getByRole('link', { name: 'See exam times' }).first().click();
  await expect(page).toHaveURL('/#exam-times');
  const times = page.getByRole('region', { name: 'Exam times' });
  await expect(times.getByRole('heading', { name: 'Exam times' })).toBeInViewport();
  await expect(times.getByRole('heading', { name: firstDay.long })).toBeAttached();
  await expect(
    times.getByText('B.Tech Mechanical Engineering and Bachelor of Design are at the same time'),
  ).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await times.getByRole('radio', { name: lastDay.short }).check({ force: true });
  await expect(times.getByRole('link', { name: /^MBA/ })).toBeVisible();
  await expect(times.getByText(/at the same time/)).toHaveCount(0);
  await times.getByLabel('Exams of').selectOption({ label: 'Nila Law College, Thrissur' });
  await times.getByRole('link', { name: /^BA LLB/ }).click();
  await expect(page.getByLabel('Course', { exact: true }).locator('option:checked')).toHaveText('BA LLB');
  const form = page.getByRole('region', { name: /^Register Now/ });
  await expect(form.getByText(`${firstDay.long}, 2–2:45 PM, Hall 2`)).toBeVisible();
  await form.getByRole('radio', { name: /All-Inclusive/ }).check();
  await form.getByText('Which are at the same time?').click();
  await expect(
    form.getByText('4–4:45 PM: B.Tech Mechanical Engineering and Bachelor of Design'),
  ).toBeVisible();
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
  await expect(page.getByRole('link', { name: 'Register from Rs 1,234.50' })).toBeVisible();
  await scrollThrough(page);
  await expect(page.getByRole('link', { name: /^Register for Rs\s2,100 with/ })).toBeAttached();
  await page.getByText('Is there an entry fee?').click();
  await expect(page.getByText(/costs Rs\s2,100\. .* costs Rs\s1,234\.50\./)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Rs\s1,850|Rs\s1,000/);
  await page
    .getByRole('navigation', { name: 'Policies' })
    .getByRole('link', { name: 'Terms & Conditions' })
    .click();
  await expect(page.getByText(/all colleges and courses is Rs\s2,100/)).toBeVisible();
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
  const controls = page.getByRole('region', { name: 'Banners' }).getByRole('button');
  // They are below the first screen.
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(controls).toHaveCount(9, { timeout: 1_000 });
  }).toPass();
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
  // It is below the first screen.
  await page.mouse.wheel(0, 400);
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

test('on a phone the page is no longer than eleven screens', async ({ page }) => {
  await visit(page, '/');
  await scrollThrough(page);
  await expectPackages(page);
  // Another event may have longer names, which take some lines more.
  const most = process.env.EVENT_FILE ? 11 * 844 : 9_000;
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most);
});

test('the steps of the event are marked by the visitor’s day once they are seen', async ({ page }) => {
  await visit(page, '/');
  const about = page.locator('#about');
  await expect(about.getByText('Done').first()).toBeHidden();
  await about.scrollIntoViewIfNeeded();
  await expect(about.getByText('Done').first()).toBeVisible();
});

test('one answer is open at a time', async ({ page }) => {
  await visit(page, '/');
  await page.getByText('Who can attend?').click();
  await expect(page.getByText(/^Students, their parents/)).toBeVisible();
  await page.getByText('How do I register?').click();
  await expect(page.getByText(/sent by email as well/)).toBeVisible();
  await expect(page.getByText(/^Students, their parents/)).toBeHidden();
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
          return !button || !title || (button.bottom > title.top && button.right > title.left);
        })
        .map((video) => video.textContent),
    );
    expect(overlapping, `at ${width} px`).toEqual([]);
  }
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
