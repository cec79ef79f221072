// What an administrator puts in order: packages, banners and logos, with the mouse, a finger and the keyboard.
import type { Locator, Page } from '@playwright/test';
import { openPortal } from './support/portal';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// Other tests look at the site meanwhile.
test.use({ hasOwnSystem: true, isTranslated: true });

const rows = (page: Page, what: string) =>
  page.getByRole('list', { name: `Order of the ${what}` }).getByRole('listitem');
const handle = (row: Locator) => row.getByRole('button', { name: /^Move .+(?<! up| down)$/ });

async function openOrder(page: Page, what: string) {
  await page.getByRole('button', { name: 'Change order' }).click();
  await expect(page.getByRole('heading', { name: `Order of the ${what}` })).toBeFocused();
  await expect(rows(page, what).first()).toBeVisible();
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save order' }).click();
  await expect(page.getByText('Order saved successfully')).toBeVisible();
}

async function namesOf(page: Page, what: string): Promise<string[]> {
  const labels = await handle(rows(page, what)).evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')),
  );
  return labels.map((label) => label?.replace(/^Move /, '') ?? '');
}

/** Away from the edges, where the page scrolls on. */
const inSight = (row: Locator) =>
  row.evaluate((one) => {
    one.scrollIntoView({ block: 'center' });
  });

/** Drags a row past the middle of another, as a hand does: in steps. */
async function drag(page: Page, from: Locator, to: Locator) {
  await inSight(from);
  const [grip, target] = [await handle(from).boundingBox(), await to.boundingBox()];
  if (!grip || !target) throw new Error('The rows are not on the page');
  const x = grip.x + grip.width / 2;
  await page.mouse.move(x, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, target.y + target.height / 2, { steps: 8 });
  await page.mouse.move(x, target.y + (target.y > grip.y ? target.height : 0), { steps: 4 });
}

test('logos are dragged into another order, which the site follows @core', async ({ page }) => {
  await openPortal(page, '/dashboard/brand-institues', 'Institutes Management');
  await openOrder(page, 'institutes');
  const before = await namesOf(page, 'institutes');
  expect(before.length).toBeGreaterThan(3);
  await expectSoundScreen(page);

  await drag(page, rows(page, 'institutes').nth(0), rows(page, 'institutes').nth(2));
  await expectSoundScreen(page);
  await page.mouse.up();
  const [first = '', second = '', third = '', ...rest] = before;
  const dragged = [second, third, first, ...rest];
  await expect.poll(() => namesOf(page, 'institutes')).toEqual(dragged);
  const preview = page.getByRole('region', { name: 'Preview' }).getByRole('listitem');
  await expect(preview.nth(2)).toContainText(first);

  // One that is let go of by Escape is where it was.
  await drag(page, rows(page, 'institutes').nth(2), rows(page, 'institutes').nth(0));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await namesOf(page, 'institutes')).toEqual(dragged);
  await save(page);

  const listed = (await (await page.request.get('/api/inst-brand/listBanners')).json()) as {
    bannerName: string;
  }[];
  expect(listed.map(({ bannerName }) => bannerName)).toEqual(dragged);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a finger on the dots drags the row and not the page', async ({ page }) => {
    await openPortal(page, '/dashboard/brand-institues', 'Institutes Management');
    await openOrder(page, 'institutes');
    const before = await namesOf(page, 'institutes');
    await inSight(rows(page, 'institutes').nth(0));
    const [from, to] = [
      await handle(rows(page, 'institutes').nth(0)).boundingBox(),
      await rows(page, 'institutes').nth(1).boundingBox(),
    ];
    if (!from || !to) throw new Error('The rows are not on the page');
    const session = await page.context().newCDPSession(page);
    const at = (y: number) => [{ x: from.x + from.width / 2, y }];
    const begin = from.y + from.height / 2;
    const end = to.y + to.height;
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(begin) });
    for (let step = 1; step <= 8; step += 1) {
      const y = begin + ((end - begin) * step) / 8;
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => namesOf(page, 'institutes')).toEqual([before[1], before[0], ...before.slice(2)]);
  });
});

test('packages are moved by the keyboard; the first one stands out on the site', async ({ page }) => {
  await openPortal(page, '/dashboard/packages', 'Packages');
  await openOrder(page, 'packages');
  const before = await namesOf(page, 'packages');
  const last = handle(rows(page, 'packages').last());
  await last.focus();
  await page.keyboard.press('Home');
  const moved = [before.at(-1) ?? '', ...before.slice(0, -1)];
  await expect.poll(() => namesOf(page, 'packages')).toEqual(moved);
  await expect(handle(rows(page, 'packages').first())).toBeFocused();
  await expect(
    page.getByText(`${moved[0] ?? ''} is now number 1 of ${String(before.length)}.`),
  ).toBeAttached();
  await expect(
    page.getByRole('region', { name: 'Preview' }).getByRole('heading', { level: 3 }).nth(1),
  ).toBeVisible();
  await expectSoundScreen(page);
  await save(page);
  const listed = (await (await page.request.get('/api/packages/list')).json()) as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(
    moved.filter((name) => listed.some((one) => one.name === name)),
  );
});

test('of two who put the banners in order, the later one keeps what they did and is told', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await openPortal(page, '/dashboard/banner-manager', 'Banner Management');
  const other = await context.newPage();
  await other.goto('/dashboard/banner-manager');
  for (const window of [page, other]) await openOrder(window, 'banners');
  const before = await namesOf(page, 'banners');
  expect(before.length).toBeGreaterThan(1);

  await page.getByRole('button', { name: `Move ${before[0] ?? ''} down` }).click();
  await save(page);
  await other.getByRole('button', { name: `Move ${before.at(-1) ?? ''} up` }).click();
  const own = await namesOf(other, 'banners');
  await other.getByRole('button', { name: 'Save order' }).click();
  await expect(other.getByRole('alert')).toContainText('Somebody else has saved another order meanwhile');
  expect(await namesOf(other, 'banners')).toEqual(own);
  await expectSoundScreen(other);
  await save(other);
});
