// What holds for every screen, whatever it shows.
import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

const narrowest = 320;
/** The width from which the header has its links in sight; phones are narrower. */
const wide = 768;
/** Of the key Tab, until it has come to what is looked for. */
const mostPresses = 60;

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

interface Size {
  width: number;
  height: number;
}

/** A phone, a tablet, a laptop and a large screen. */
export const officeSizes: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** Phones upright and on their side, and a tablet. */
export const doorSizes: readonly Size[] = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 740, height: 360 },
];

/**
 * Sound at each of these sizes, one after another on the open page, with nothing cut off and nothing over another. A test that also
 * runs on a wide screen walks them on the phone alone, and only has to fit there.
 */
export async function expectSoundAt(page: Page, sizes: readonly Size[]): Promise<void> {
  const before = page.viewportSize();
  if (!before || before.width >= wide) {
    await expectFits(page);
    return;
  }
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expectNoClippedText(page);
    await expectNothingOverAnother(page);
  }
  await page.setViewportSize(before);
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
        parent.closest('.visually-hidden, [data-moving], noscript, script, textarea, [aria-hidden]')
      )
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // For screen readers alone, too: a component of the library hides its input so.
      if (getComputedStyle(parent).clip !== 'auto') continue;
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

/** The key Tab comes to these, one after another, from where the focus is. */
export async function expectTabStops(page: Page, ...stops: Locator[]): Promise<void> {
  for (const stop of stops) {
    let isReached = false;
    for (let presses = 0; presses < mostPresses && !isReached; presses += 1) {
      await page.keyboard.press('Tab');
      isReached = await stop.evaluate((element) => element === document.activeElement);
    }
    expect(isReached, `Tab comes to ${String(stop)}`).toBe(true);
  }
}

/** Lines of text and pictures within a part of the page keep clear of one another. */
export async function expectNoTextOverAnother(page: Page, within: string): Promise<void> {
  const over = await page.evaluate((place) => {
    const root = document.querySelector(place);
    if (!root) return ['nothing there'];
    const shapes: { what: string; box: DOMRect }[] = [...root.querySelectorAll('[role=img] path')].map(
      (picture) => ({ what: 'a picture', box: picture.getBoundingClientRect() }),
    );
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const what = node.textContent?.trim();
      const parent = node.parentElement;
      if (!what || !parent || getComputedStyle(parent).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) shapes.push({ what, box });
    }
    // The boxes of lines are higher than what is drawn in them.
    const slack = 5;
    return shapes.flatMap(({ what, box }, at) =>
      shapes
        .slice(at + 1)
        .filter(
          (other) =>
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > slack &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > slack,
        )
        .map((other) => `${what} on ${other.what}`),
    );
  }, within);
  expect(over, `at ${String(widthOf(page))} px`).toEqual([]);
}

/** Whatever is pressed or typed into, scrolled to, is the foremost where it is: nothing lies over it. */
export async function expectNothingOverAnother(page: Page, within = 'body'): Promise<void> {
  const covered = await page.evaluate((place) => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root = dialog ?? document.querySelector(place) ?? document.body;
    const found: string[] = [];
    for (const control of root.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      // A trap for those who fill in whatever there is.
      if (control.matches('[tabindex="-1"]')) continue;
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (control.closest('.visually-hidden, [inert], [data-moving]')) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const [shape] = control.getClientRects();
      // A skip link comes with the focus, and a carousel shows one of its slides.
      if (!shape || shape.bottom <= 0 || shape.right <= 0 || shape.left >= innerWidth) continue;
      const middle = shape.top + shape.height / 2;
      for (const x of [shape.left + 3, shape.left + shape.width / 2, shape.right - 3]) {
        const foremost = document.elementFromPoint(x, middle);
        const isItself = foremost && (control.contains(foremost) || foremost.contains(control));
        const isLabel = foremost?.closest('label')?.contains(control);
        if (isItself || isLabel) continue;
        const words = control.getAttribute('aria-label') ?? control.textContent;
        found.push(
          `${words.trim() || control.outerHTML.slice(0, 80)} under ${foremost?.outerHTML.slice(0, 80) ?? 'nothing'}`,
        );
        break;
      }
    }
    return found;
  }, within);
  expect(covered, `covered on ${page.url()} at ${String(widthOf(page))} px`).toEqual([]);
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

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
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
