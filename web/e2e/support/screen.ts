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

/** Every word that is shown can be read: nothing is cut off by a box around it or by the edge of the screen. */
export async function expectNoClippedText(page: Page): Promise<void> {
  const clipped = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      // What runs past, and what is there for screen readers alone, is meant to be cut off.
      if (
        !parent ||
        !words ||
        parent.closest('.visually-hidden, [data-moving], noscript, script, [aria-hidden]')
      )
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      let isCut = text.left < -1 || text.right > document.documentElement.clientWidth + 1;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const cutsWidth =
          overflowX !== 'visible' && (text.left < edge.left - 1 || text.right > edge.right + 1);
        const cutsHeight =
          /hidden|clip/.test(overflowY) && (text.top < edge.top - 1 || text.bottom > edge.bottom + 1);
        isCut ||= cutsWidth || cutsHeight;
      }
      if (isCut) found.push(words);
    }
    return found;
  });
  expect(clipped, `text is cut off on ${page.url()}`).toEqual([]);
}

/** Also on the narrowest phones. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of [size?.width ?? 390, 320]) {
    await page.setViewportSize({ width, height: size?.height ?? 844 });
    // The portal's tables become cards in the frames after a change of width.
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const { clientWidth, scrollWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          }),
        { message: `${page.url()} is too wide for ${String(width)} px`, timeout: 2_000 },
      )
      .toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
}
