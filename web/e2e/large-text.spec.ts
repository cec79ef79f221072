// Text at twice its size on a narrow phone: nothing to scroll to sideways, and nothing cut off.
import playwright from '../playwright.config';
import { expectPackages } from './support/registration';
import { expectNoClippedText } from './support/screen';
import { expect, test } from './support/test';

const { launchOptions } = playwright.use ?? {};

test.use({
  viewport: { width: 360, height: 740 },
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  },
});

for (const path of [
  '/',
  '/terms-and-conditions',
  '/about-us',
  '/contact-us',
  '/find-pass',
  '/checkout',
  '/payment/failed',
]) {
  test(`${path} fits`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/') {
      await expectPackages(page);
      await page.locator('#exam-times').scrollIntoViewIfNeeded();
      await expect(page.getByRole('heading', { name: 'Sunday, 1 June' }).first()).toBeVisible();
    }
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size).toBe('32px');
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide).toBeLessThanOrEqual(0);
    await expectNoClippedText(page);
  });
}
