// Text a quarter larger, half as large again and twice as large, on narrow phones: nothing to scroll to sideways, nothing cut
// off, and nothing over anything that is to be read or pressed.
import { chromium, type Page } from '@playwright/test';
import playwright from '../playwright.config';
import { expectVerdict, nextScan, Office, oneExam, openDoor, scanByKeyboard } from './support/door';
import { heading, openPortal } from './support/portal';
import { allColleges, buyPass, expectPackages, newStudent } from './support/registration';
import { expectNothingOverAnother, expectNoClippedText, expectNoSidewaysScroll } from './support/screen';
import { expect, test as base } from './support/test';

const { launchOptions, contextOptions } = playwright.use ?? {};
const narrow = [360, 390];
const height = 844;

/** A phone whose text is so large: a setting of the browser, so each size has a browser of its own. */
const test = base.extend<{ textSize: number; phone: Page }>({
  textSize: [16, { option: true }],
  phone: async ({ textSize, baseURL, complaints }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), `--blink-settings=defaultFontSize=${String(textSize)}`],
    });
    const context = await browser.newContext({
      ...contextOptions,
      viewport: { width: 390, height },
      ...(baseURL && { baseURL }),
    });
    await complaints.listen(context);
    await use(await context.newPage());
    await browser.close();
  },
});

async function expectAllInReach(page: Page, textSize: number): Promise<void> {
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  expect(size).toBe(`${String(textSize)}px`);
  for (const width of narrow) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await expectNoClippedText(page);
    await expectNothingOverAnother(page);
  }
}

const publicPaths = [
  '/',
  '/terms-and-conditions',
  '/about-us',
  '/contact-us',
  '/find-pass',
  '/checkout',
  '/payment/failed',
];

const portalScreens: readonly (readonly [path: string, title: string])[] = [
  ['/dashboard', 'Dashboard'],
  ['/dashboard/customer-list', 'Candidate Management'],
  ['/dashboard/customers-new', 'New Candidate Registration'],
  ['/dashboard/till', 'Till'],
  ['/dashboard/account', 'My account'],
];

for (const textSize of [20, 24, 32]) {
  test.describe(`text of ${String(textSize)} px`, () => {
    test.use({ textSize });

    test('fits the public pages', async ({ phone }) => {
      test.setTimeout(180_000);
      for (const path of publicPaths) {
        await phone.goto(path);
        await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
        if (path === '/') {
          await expectPackages(phone);
          await phone.locator('#exam-times').scrollIntoViewIfNeeded();
          await expect(phone.getByRole('heading', { name: 'Sunday, 1 June' }).first()).toBeVisible();
        }
        await expectAllInReach(phone, textSize);
      }
    });

    test('fits a pass, and the header of who keeps it', async ({ phone }) => {
      test.setTimeout(180_000);
      await buyPass(phone, allColleges, newStudent());
      await expectAllInReach(phone, textSize);
      await phone.goto('/');
      await expectPackages(phone);
      await expect(phone.getByRole('banner').getByRole('link', { name: 'Your pass' })).toBeVisible();
      await expectAllInReach(phone, textSize);
    });

    test('fits the portal', async ({ phone }) => {
      test.setTimeout(180_000);
      await phone.goto('/login');
      await expect(phone.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectAllInReach(phone, textSize);
      await openPortal(phone, '/dashboard', 'Dashboard');
      for (const [path, title] of portalScreens) {
        await phone.goto(path);
        await expect(heading(phone, title)).toBeVisible();
        await expect(phone.getByText('Loading...', { exact: true })).toHaveCount(0);
        await expectAllInReach(phone, textSize);
      }
    });

    test('fits the door', async ({ phone, system, request }) => {
      test.setTimeout(180_000);
      const office = await Office.open(request, system.siteUrl);
      const pass = await office.sell(newStudent(), oneExam);
      await phone.goto('/door');
      await expect(phone.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectAllInReach(phone, textSize);
      const [day] = await office.lists();
      await openDoor(phone, day?.label ?? '');
      await scanByKeyboard(phone, pass.code);
      await expectVerdict(phone, 'Admitted');
      await expectAllInReach(phone, textSize);
      await nextScan(phone);
      await expectAllInReach(phone, textSize);
      await phone.getByRole('button', { name: 'More' }).click();
      await expectAllInReach(phone, textSize);
    });
  });
}

base(
  'at 360 px the header has room for the name of who keeps a pass, the menu and the pass',
  async ({ page }) => {
    await buyPass(page, allColleges, newStudent());
    for (const width of [320, ...narrow]) {
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
  },
);
