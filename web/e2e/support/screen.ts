// What holds for every screen, whatever it shows.
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const narrowest = 320;
/** The width from which the header has its links in sight; phones are narrower. */
const wide = 768;

/**
 * Fits its width, and breaks no rule of accessibility. The rules are tried on the phone alone: a scan costs as much as
 * the rest of a test, and finds the same where a wide screen only arranges the same elements in another way.
 */
export async function expectSoundScreen(page: Page): Promise<void> {
  if (widthOf(page) < wide) await expectAccessible(page);
  await expectFits(page);
}

/** The same for a screen that has other elements when it is wide: the sidebar, a table in place of cards. */
export async function expectSoundScreenAtEachWidth(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectFits(page);
}

/** Nothing to scroll to sideways; where a test runs on a phone, also on the narrowest. */
export async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize();
  const width = widthOf(page);
  await expectNoSidewaysScroll(page);
  if (!size || width >= wide) return;
  await page.setViewportSize({ ...size, width: narrowest });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
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

/** All of axe's rules. Within the page: its builder for Playwright opens a second page for the results of each scan. */
async function expectAccessible(page: Page): Promise<void> {
  expect(page.frames(), 'a frame would not be scanned').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: scanner } = window as unknown as { axe: typeof axe };
    const results = await scanner.run({ resultTypes: ['violations'] });
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
  expect(violations).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // The portal's tables become cards in the frames after a change of width.
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const { clientWidth, scrollWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        }),
      { message: `${page.url()} is too wide for ${String(widthOf(page))} px` },
    )
    .toBeLessThanOrEqual(0);
}

function widthOf(page: Page): number {
  return page.viewportSize()?.width ?? 390;
}
