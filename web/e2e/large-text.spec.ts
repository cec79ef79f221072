// Text a quarter larger, half as large again and twice as large, on narrow phones: nothing to scroll to sideways, nothing cut
// off, and nothing over anything that is to be read or pressed.
import type { Page } from '@playwright/test';
import { expectVerdict, nextScan, Office, oneExam, openDoor, scanByKeyboard } from './support/door';
import { heading, openPortal } from './support/portal';
import {
  allColleges,
  buyPass,
  expectPackages,
  newStudent,
  oneExam as oneExamOnline,
} from './support/registration';
import {
  expectNothingOverAnother,
  expectNoClippedText,
  expectNoSidewaysScroll,
  expectNoTextOverAnother,
} from './support/screen';
import { expect, test } from './support/test';
import { lastDay } from './support/event';

const textSizes = [20, 24, 32];
const narrow = [320, 360, 390];
const height = 844;

/** At each size of text, which is a setting of the browser and not of the page, and on each narrow phone. */
async function expectAllInReach(page: Page, sizes = textSizes, beside?: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  for (const textSize of sizes) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: textSize } });
    await expect(page.locator('html')).toHaveCSS('font-size', `${String(textSize)}px`);
    for (const width of narrow) {
      await page.setViewportSize({ width, height });
      await expectNoSidewaysScroll(page);
      await expectNoClippedText(page);
      await expectNothingOverAnother(page);
      await expectWholeWords(page);
      await beside?.();
    }
  }
  await browser.detach();
}

/** Also with text as it is; and no text of the pass lies on another, nor over its code. */
async function expectPassApart(page: Page): Promise<void> {
  await expectAllInReach(page, [16, ...textSizes], () => expectNoTextOverAnother(page, '[class*=_ticket_]'));
}

/** Of values beside a name, only addresses and what is longer than a date are broken within a word. */
async function expectWholeWords(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const found: string[] = [];
    for (const value of document.querySelectorAll('main dl dd')) {
      if (value.textContent?.includes('@')) continue;
      const walker = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          if (word.length > '26/11/2026,'.length) continue;
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(word);
        }
      }
    }
    return found;
  });
  expect(broken, `broken words on ${page.url()} at ${String(page.viewportSize()?.width)} px`).toEqual([]);
}

const publicPaths = [
  '/',
  '/terms-and-conditions',
  '/about-us',
  '/contact-us',
  '/find-pass',
  '/results',
  '/hall-ticket',
  '/checkout',
  '/payment/failed',
];

const portalScreens: readonly (readonly [path: string, title: string])[] = [
  ['/dashboard', 'Dashboard'],
  ['/dashboard/customer-list', 'Candidate Management'],
  ['/dashboard/customers-new', 'New Candidate Registration'],
  ['/dashboard/school-lists', 'School lists'],
  ['/dashboard/till', 'Till'],
  ['/dashboard/attendance', 'Attendance'],
  ['/dashboard/messages', 'Messages'],
  ['/dashboard/messages/new', 'New message'],
  ['/dashboard/bulk-actions', 'Bulk actions'],
  ['/dashboard/administrators', 'Administrators'],
  ['/dashboard/results', 'Results'],
  ['/dashboard/packages/new', 'Create New Package'],
  ['/dashboard/colleges/new', 'Create New College'],
  ['/dashboard/account', 'My account'],
];

test('large text fits the public pages', async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/') {
      await expectPackages(page);
      await page.locator('#exam-times').scrollIntoViewIfNeeded();
      await expect(page.getByRole('radio', { name: lastDay.short })).toBeAttached();
    }
    await expectAllInReach(page);
  }
});

test('large text on a wide window shows every media partner at once, or one after the other', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await page.mouse.wheel(0, height);
    const strip = page.getByRole('region', { name: 'Media partners' });
    await expect(strip.getByRole('img').first()).toBeAttached();
    const hidden = await strip
      .locator('li')
      .evaluateAll((items) => items.filter((item) => getComputedStyle(item).visibility === 'hidden').length);
    const inTurn = strip.getByRole('button', { name: /media partners$/ });
    await expect(inTurn, `at ${String(width)} px`).toHaveCount(hidden > 0 ? 1 : 0);
  }
});

test('large text fits a pass, and the header of who keeps it', async ({ page }) => {
  await buyPass(page, oneExamOnline, {
    ...newStudent(),
    name: 'Anantha Padmanabhan Krishnan Iyer',
  });
  await expectPassApart(page);
  await buyPass(page, allColleges, newStudent());
  await expectPassApart(page);
  await page.goto('/');
  await expectPackages(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your pass' })).toBeVisible();
  await expectAllInReach(page);
});

test('large text fits the portal', async ({ page, system, request }) => {
  const office = await Office.open(request, system.siteUrl);
  // Digits are not all as wide, and these are wider than most.
  const { orderId } = await office.sell({ ...newStudent(), phone: '9004538048' }, oneExam);
  const candidate = `/dashboard/customersdetails/${orderId.split('-')[0] ?? ''}`;
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAllInReach(page);
  await openPortal(page, '/dashboard', 'Dashboard');
  for (const [path, title] of [...portalScreens, [candidate, 'Candidate Details'] as const]) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
    await expectAllInReach(page);
  }
  await page.getByRole('button', { name: /^Find/ }).click();
  await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible();
  await expectAllInReach(page);
});

test('large text fits the door', async ({ page, system, request }) => {
  const office = await Office.open(request, system.siteUrl);
  const pass = await office.sell(newStudent(), oneExam);
  await page.goto('/door');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAllInReach(page);
  const [day] = await office.lists();
  await openDoor(page, day?.label ?? '');
  await scanByKeyboard(page, pass.code);
  await expectVerdict(page, 'Admitted');
  await expectAllInReach(page);
  await nextScan(page);
  await expectAllInReach(page);
  await page.getByRole('button', { name: 'More' }).click();
  await expectAllInReach(page);
});

test('at 360 px the header has room for the name of who keeps a pass, the menu and the pass', async ({
  page,
}) => {
  await buyPass(page, allColleges, newStudent());
  for (const width of narrow) {
    await page.setViewportSize({ width, height });
    for (const path of ['/', '/about-us']) {
      await page.goto(path);
      const pass = page.getByRole('banner').getByRole('link', { name: 'Your pass' });
      await expect(pass).toBeVisible();
      const lines = await pass.evaluate((link) => {
        const words = document.createRange();
        words.selectNodeContents(link);
        return words.getClientRects().length;
      });
      expect(lines).toBe(1);
      await expectNothingOverAnother(page, 'header');
      await expectNoSidewaysScroll(page);
    }
  }
});
