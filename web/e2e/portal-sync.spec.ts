// What an administrator does with the spreadsheet.
import { expectAlert, openPortal, registerAtCounter, allCollegesAtCounter } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// One job at a time for everybody.
test.use({ hasOwnSystem: true, isTranslated: true });

test('the sheet holds the candidates after a sync, and is left alone when nothing has changed', async ({
  page,
  request,
  outside,
}) => {
  const student = newStudent();
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await registerAtCounter(page, allCollegesAtCounter, student);
  await page.goto('/dashboard/sheet-sync');
  await expect(page.getByText('Last Sync: Never')).toBeVisible();
  await expectSoundScreen(page);
  const isThere = async () =>
    (await (await request.get(`${outside.url}/sheets.json`)).text()).includes(student.email);
  expect(await isThere()).toBe(false);
  // The list of candidates follows the registration by a moment.
  await expect(async () => {
    await page.getByRole('button', { name: 'Sync everything again' }).click();
    await expectAlert(page, 'Sync successful! 1 candidate is in the sheet.');
  }).toPass();
  expect(await isThere()).toBe(true);
  await expect(page.getByText(/^Last Sync: \d\d\/\d\d\/\d{4}, \d\d:\d\d\s[ap]m$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Google Sheet' })).toHaveAttribute('href', /^https?:\/\//);
  await expectSoundScreen(page);

  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expectAlert(page, 'Sync successful! Nothing has changed since the last sync.');
});

test('a sync that fails says so, and why', async ({ page, complaints }) => {
  complaints.expect(/status of 502|could not be synced/);
  await openPortal(page, '/dashboard/sheet-sync', 'Sheet Sync');
  await page.route('**/api/sync', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, json: { code: 'sync_failed', message: 'Google does not answer.' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expectAlert(page, 'Sync failed! Check console for details.');
  await expect(page.getByRole('alert')).toHaveText('Error: Google does not answer.');
  await expectSoundScreen(page);
});

test('a sync that waits for a quota says so @core', async ({ page }) => {
  const waiting =
    'Google limits how many requests we may send in a minute. The sync continues automatically as soon as it may.';
  const state = { running: true, done: 1200, total: 20000, sheet_url: 'https://docs.google.com/x', waiting };
  await openPortal(page, '/dashboard', 'Dashboard');
  await page.route('**/api/sync', (route) => route.fulfill({ json: state }));
  await page.goto('/dashboard/sheet-sync');
  await expect(page.getByText(waiting)).toBeVisible();
  await expectSoundScreen(page);
});

test('a long job shows its progress, also to an administrator who did not start it', async ({ page }) => {
  const state = {
    running: true,
    done: 1200,
    total: 20000,
    sheet_url: 'https://docs.google.com/spreadsheets/d/x',
  };
  await openPortal(page, '/dashboard', 'Dashboard');
  await page.route('**/api/sync', (route) => route.fulfill({ json: state }));
  await page.goto('/dashboard/sheet-sync');
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled();
  await expect(page.getByText('1,200 of 20,000 candidates')).toBeVisible();
  await expectSoundScreen(page);
  Object.assign(state, { running: false, done: 20000 });
  await expectAlert(page, 'Sync successful! 20000 candidates are in the sheet.');
});
