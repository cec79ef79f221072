// What an administrator does with the pictures of the site: hero banners, institutes and brands.
import type { Locator, Page } from '@playwright/test';
import { logo, look, notAPicture, tooLarge, turnedPhoto } from './support/pictures';
import { answerQuestion, goTo, openPortal } from './support/portal';
import { expectFits, expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// The lists are emptied and filled: other tests look at the site meanwhile.
test.use({ hasOwnSystem: true, isTranslated: true });

const openBanners = (page: Page) => openPortal(page, '/dashboard/banner-manager', 'Banner Management');
const ready = (page: Page) => page.getByText('The picture is ready to be saved.');
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const stale = 'This was changed by someone else meanwhile. Reload and try again.';

async function addBanner(page: Page, name: string) {
  await page.getByLabel('Banner Name').fill(name);
  await page.getByLabel('Desktop image').setInputFiles(await logo(page, 2000, 1000));
  await page.getByLabel('Mobile image').setInputFiles(await turnedPhoto(page, 600, 300));
  await expect(ready(page)).toHaveCount(2);
  const sending = page.waitForRequest((request) => request.url().endsWith('/addBanner'));
  await page.getByRole('button', { name: 'Add Banner' }).click();
  await expect(page.getByText('Banner added successfully')).toBeVisible();
  return (await sending).postDataJSON() as { deskImgLink: string; mobImgLink: string; link: string };
}

async function emptyList(page: Page, empty: string) {
  const remove = page.getByRole('button', { name: /^Delete / });
  await expect(remove.first().or(page.getByText(empty))).toBeVisible();
  for (let left = await remove.count(); left > 0; left -= 1) {
    await remove.first().click();
    await answerQuestion(page, 'Are you sure you want to delete this banner?', 'Delete');
    await expect(remove).toHaveCount(left - 1);
  }
  await expect(page.getByText(empty)).toBeVisible();
}

/** One of those that were uploaded, and it has come. */
async function expectPicture(picture: Locator) {
  await expect(picture).toBeVisible();
  const look = () =>
    picture.evaluate(
      (image: HTMLImageElement) => image.naturalWidth > 0 && new URL(image.currentSrc).pathname,
    );
  await expect.poll(look).toMatch(/^\/media\//);
}

test('a banner is added, edited and deleted', async ({ page }) => {
  await openBanners(page);
  await expectSoundScreen(page);

  const added = await addBanner(page, 'Scholarship day');
  expect(added.link).toBe('/');
  expect(added.deskImgLink).toMatch(/^data:image\/jpeg;base64,/);
  expect(await look(page, added.deskImgLink)).toEqual({
    width: 1200,
    height: 600,
    corner: [255, 255, 255, 255],
  });
  // Upright, as the camera noted, and no larger than it was.
  expect(await look(page, added.mobImgLink)).toMatchObject({ width: 300, height: 600 });
  await expect(page.getByLabel('Banner Name')).toHaveValue('');
  const entry = list(page, 'Banners').getByRole('listitem').filter({ hasText: 'Scholarship day' });
  const picture = entry.getByRole('img', { name: 'Desktop image' });
  await expect(picture).toHaveAttribute('src', /^\/media\//);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1200, 600]);
  await expectSoundScreen(page);

  await entry.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Banner' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Add New Banner' })).toBeVisible();

  await entry.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Banner Name').fill('Scholarship days');
  await page.getByLabel('Link').fill('/contact-us');
  await page.getByLabel('Mobile image').setInputFiles(await logo(page, 390, 500));
  await expect(ready(page)).toBeVisible();
  await expectSoundScreen(page);
  const sending = page.waitForRequest((request) => request.url().includes('/updateLink/'));
  await page.getByRole('button', { name: 'Update Banner' }).click();
  await expect(page.getByText('Banner updated successfully')).toBeVisible();
  const updated = (await sending).postDataJSON() as Record<string, unknown>;
  expect(Object.keys(updated).sort()).toEqual(['bannerName', 'link', 'mobImgLink', 'version']);

  await page.reload();
  await page.getByRole('button', { name: 'Delete Scholarship days' }).click();
  await expectSoundScreen(page);
  await answerQuestion(page, 'Are you sure you want to delete this banner?', 'Cancel');
  await page.getByRole('button', { name: 'Delete Scholarship days' }).click();
  await answerQuestion(page, 'Are you sure you want to delete this banner?', 'Delete');
  await expect(page.getByText('Banner deleted successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Scholarship days' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Add New Banner' })).toBeVisible();
  await expect(page.getByText('Scholarship days')).toBeHidden();
});

test('without a banner the list says so; the first one is shown below the exams @core', async ({ page }) => {
  await openBanners(page);
  await emptyList(page, 'No banners found. Add your first banner above.');
  await expectSoundScreen(page);
  const carousel = page.getByRole('region', { name: 'Banners' });
  await page.goto('/');
  const allExams = page.getByRole('link', { name: 'All 16 exams' });
  const isWide = (page.viewportSize()?.width ?? 0) >= 960;
  await expect(page.getByRole('link', { name: 'See exam times' })).toBeVisible();
  await expect(allExams).toHaveCount(isWide ? 1 : 0);
  await expect(carousel).toHaveCount(0);

  await page.goto('/dashboard/banner-manager');
  await addBanner(page, 'Scholarship day');
  await expectFits(page);
  await page.goto('/');
  // It is below the first screen, and fetched when it is seen.
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(carousel.getByRole('link', { name: 'Scholarship day, 1 of 1' })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await expectPicture(carousel.getByRole('img', { name: 'Scholarship day' }));
  await expect(allExams).toHaveCount(isWide ? 1 : 0);
});

test('a banner needs a name, two pictures that are pictures, and a link that leads somewhere', async ({
  page,
}) => {
  await openBanners(page);
  await page.getByLabel('Link').fill('contact');
  await page.getByRole('button', { name: 'Add Banner' }).click();
  await expect(page.getByText('Banner name is required')).toBeVisible();
  await expect(page.getByText('Both desktop and mobile images are required')).toHaveCount(2);
  await expect(page.getByText('Please enter a valid link')).toBeVisible();
  await expect(page.getByLabel('Banner Name')).toBeFocused();
  await page.getByLabel('Desktop image').setInputFiles(tooLarge);
  await expect(page.getByText('Image size should be less than 5MB')).toBeVisible();
  await page.getByLabel('Mobile image').setInputFiles(notAPicture);
  await expect(page.getByText('This file is not a picture that can be read.')).toBeVisible();
  await expectSoundScreen(page);
  await page.getByLabel('Mobile image').setInputFiles(await logo(page, 40, 40));
  await expect(ready(page)).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(ready(page)).toBeHidden();
});

test('two windows with the same banner: the second gets a conflict, and nothing typed is lost', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await openBanners(page);
  await addBanner(page, 'Shared banner');
  const other = await context.newPage();
  await other.goto('/dashboard/banner-manager');
  for (const window of [page, other]) {
    await window.getByRole('button', { name: 'Edit Shared banner' }).click();
  }
  await page.getByLabel('Banner Name').fill('Named first');
  await page.getByRole('button', { name: 'Update Banner' }).click();
  await expect(page.getByText('Banner updated successfully')).toBeVisible();

  await other.getByLabel('Banner Name').fill('Named second');
  await other.getByRole('button', { name: 'Update Banner' }).click();
  await expect(other.getByRole('alert').filter({ hasText: stale })).toBeFocused();
  await expect(other.getByLabel('Banner Name')).toHaveValue('Named second');
  await expectSoundScreen(other);
  await other.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(other.getByLabel('Banner Name')).toHaveValue('Named first');
  await other.getByLabel('Banner Name').fill('Named second');
  await other.getByRole('button', { name: 'Update Banner' }).click();
  await expect(other.getByRole('button', { name: 'Edit Named second' })).toBeVisible();
});

test('what was typed is kept when saving fails, and asked about when it is left', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 500|ERR_FAILED/);
  await openPortal(page, '/dashboard', 'Dashboard');
  await goTo(page, 'Banner Management', 'Banner Management');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByLabel('Banner Name').fill('Typed');
  await page.route('**/updateLink/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: '' } }),
  );
  await page.getByRole('button', { name: 'Update Banner' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error saving banner' })).toBeFocused();
  await expect(page.getByLabel('Banner Name')).toHaveValue('Typed');
  await page.goBack();
  await answerQuestion(page, 'Leave without saving?', 'Stay');
  await expect(page.getByLabel('Banner Name')).toHaveValue('Typed');
  for (const [answer, said] of [
    [
      { status: 500, json: { code: 'internal', message: 'Something went wrong.' } },
      /Error deleting banner\..*not known/,
    ],
    [undefined, /No answer came from the server, so it is not known/],
  ] as const) {
    await page.route('**/deleteBanner/**', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await answerQuestion(page, 'Are you sure you want to delete this banner?', 'Delete');
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
    await page.unroute('**/deleteBanner/**');
  }
});

test('a list that does not come says so, and comes when asked again', async ({ page, complaints }) => {
  complaints.expect(/status of 500/);
  await page.route('**/listBanners', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: '' } }),
  );
  await openBanners(page);
  await expect(page.getByText('Failed to fetch banners')).toHaveCount(2);
  await expectSoundScreen(page);
  await page.unroute('**/listBanners');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(list(page, 'Banners').getByRole('listitem').first()).toBeVisible();
});

const logoScreens = [
  {
    path: '/dashboard/brand-institues',
    title: 'Institutes Management',
    one: 'Institute',
    all: 'Institutes',
    empty: 'No Institute found. Add your first Institute above.',
    site: '/#partners',
    region: 'Our partner institutes',
  },
  {
    path: '/dashboard/brand-manager',
    title: 'Brand Management',
    one: 'Brand',
    all: 'Brands',
    empty: 'No brand found. Add your first brand above.',
    site: '/',
    region: 'Media partners',
  },
];

for (const { path, title, one, all, empty, site, region } of logoScreens) {
  test(`${title}: empty, added, edited, and seen on the site`, async ({ page }) => {
    await openPortal(page, path, title);
    await emptyList(page, empty);
    await expectSoundScreen(page);

    await page.getByLabel('Banner Name').fill('Periyar');
    await page.getByRole('button', { name: `Add ${one}` }).click();
    await expect(page.getByText('Image is required')).toBeVisible();
    await page.getByLabel('Image', { exact: false }).setInputFiles(await logo(page, 300, 120));
    await expect(ready(page)).toBeVisible();
    await page.getByRole('button', { name: `Add ${one}` }).click();
    await expect(page.getByText('Banner added successfully')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Periyar' }).click();
    await page.getByLabel('Link').fill('https://example.com/');
    await page.getByRole('button', { name: `Update ${one}` }).click();
    await expect(list(page, all).getByText('Leads to https://example.com/')).toBeVisible();
    await expectSoundScreen(page);

    await page.goto(site);
    const shown = page.getByRole('region', { name: region }).getByRole('link', { name: 'Periyar' });
    // A part of the page is fetched when it comes near.
    await expect(async () => {
      await page.mouse.wheel(0, 300);
      await expect(shown).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(shown).toHaveAttribute('href', 'https://example.com/');
    // The name beside it says what it is.
    await expectPicture(shown.locator('img'));
  });
}
