// What holds for every screen, whatever it shows.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No rule of accessibility broken, and nothing to scroll to sideways. */
export async function expectSoundScreen(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** Also on the narrowest phones. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of [size?.width ?? 390, 320]) {
    await page.setViewportSize({ width, height: size?.height ?? 844 });
    const tooWide = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(tooWide, `${page.url()} is too wide for ${String(width)} px`).toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
}
