// The floating buttons, over whatever lies below them.
import { scrollThrough, visit } from './support/public';
import { expectPackages } from './support/registration';
import { expectFits, expectNothingOverAnother } from './support/screen';
import { expect, test } from './support/test';
import { facts } from './support/event';

test('the floating buttons lie over no text and nothing that can be pressed, however wide the page is', async ({
  page,
}) => {
  await visit(page, '/');
  await expectPackages(page);
  await scrollThrough(page);
  for (const width of [768, 1024, 1280, 1440]) {
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

test('on a phone they are a bar at its foot, and the page ends above it', async ({ page }) => {
  await visit(page, '/');
  await expectPackages(page);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => {
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    });
    const { bar, end, screen, name } = await page.evaluate(() => ({
      bar: document.querySelector('[aria-label="Quick contact"]:not(header *)')?.getBoundingClientRect(),
      end: document.querySelector('footer')?.getBoundingClientRect().bottom ?? Number.NaN,
      screen: innerHeight,
      name: document.querySelector('header [data-name]')?.checkVisibility(),
    }));
    expect(bar?.bottom, `at ${String(width)} px`).toBe(screen);
    expect(Math.round(end), `at ${String(width)} px`).toBeLessThanOrEqual(bar?.top ?? 0); // scrolled by whole pixels
    expect(name).toBe(true);
    await expectNothingOverAnother(page);
    await expectFits(page);
  }
});

test('the keyboard reaches the floating buttons where they are seen @core', async ({ page }) => {
  await visit(page, '/');
  const home = `${facts.name}, home`;
  const contact = ['Call us', 'Chat with us on WhatsApp'];
  const isWide = (page.viewportSize()?.width ?? 0) >= 1280;
  const expected = [
    'Skip to content',
    ...(isWide
      ? [home, 'about', 'schedule', 'partners', 'contact', 'Register', ...contact]
      : [home, 'Menu', 'Register', ...contact]),
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
