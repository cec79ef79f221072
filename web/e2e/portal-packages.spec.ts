// What an administrator does with packages, alone and beside another window, and what students then see.
import { fillPackage, openPackages, save } from './support/catalogue';
import {
  allCollegesAtCounter,
  answerQuestion,
  fillCounterForm,
  goTo,
  heading,
  openPortal,
} from './support/portal';
import { fill, leaveForPayment, newStudent, openForm } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

// What is on sale changes: other tests buy meanwhile.
test.use({ hasOwnSystem: true, isTranslated: true });

const stale = 'This was changed by someone else meanwhile. Reload and try again.';

test('a new package can be bought, at its price, until it is deleted @core', async ({ page }) => {
  await openPackages(page);
  await expect(page.getByText('Rs 1850')).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await page.getByRole('link', { name: 'Create New Package' }).click();
  await expect(heading(page, 'Create New Package')).toBeVisible();
  await expectSoundScreen(page);
  await save(page, 'Create Package');
  for (const text of ['Package name is required', 'Description is required', 'Price is required']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expectSoundScreen(page);
  await fillPackage(page, 'Weekend Access', '0.5');
  await expect(page.getByText('nobody can register for it online')).toBeVisible();
  await expect(page.getByText('It will be off sale. Give it a price of at least Rs 1')).toBeVisible();
  await page.getByLabel('Price').fill('749.50');
  await page.getByLabel('Allow access to all colleges').check();
  await expect(page.getByText('Select Colleges for this Package')).toBeHidden();
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const text of ['Weekend Access', 'Made by a test.', 'Every course of every college']) {
    await expect(preview.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(preview.getByText('Rs 749.50', { exact: true })).toBeVisible();
  await expect(page.getByText('It goes on sale when you create it.')).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await save(page, 'Create Package');
  await expect(heading(page, 'Packages')).toBeVisible();
  await expect(page.getByText('Package created successfully')).toBeVisible();
  await expect(page.getByText('Rs 749.50')).toBeVisible();

  await openForm(page);
  await page.getByRole('radio', { name: /Weekend Access/ }).check();
  await fill(page, newStudent());
  await leaveForPayment(page);
  await expect(page.getByText('₹749.50', { exact: true })).toBeVisible();

  await page.goto('/dashboard/packages');
  await page.getByRole('button', { name: 'Delete Weekend Access' }).click();
  await expectSoundScreen(page);
  await answerQuestion(page, 'Are you sure you want to delete this package?', 'Cancel');
  await page.getByRole('button', { name: 'Delete Weekend Access' }).click();
  await answerQuestion(page, 'Are you sure you want to delete this package?', 'Delete');
  await expect(page.getByText('Rs 749.50')).toBeHidden();
  await page.goto('/#register');
  // It was this visitor's choice: no dearer one takes its place.
  await expect(page.getByText('Your package is no longer on sale. Please choose another one.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /All-Inclusive/ })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: /Weekend Access/ })).toHaveCount(0);
});

test('a package that somebody has bought is not deleted but taken off sale, and put back with Undo', async ({
  page,
}) => {
  const name = 'Package 1: All-Inclusive Exam Access';
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await fillCounterForm(page, allCollegesAtCounter, newStudent());
  await page.getByRole('button', { name: 'Register and mark paid' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'has paid' })).toBeVisible();
  await expect(async () => {
    await page.goto('/dashboard/packages');
    await expect(page.getByText('1 (1 paid)')).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('It is on sale.');
  await expect(dialog).toContainText('1 candidate has this package and has paid.');
  await expect(dialog).toContainText('Better not delete it.');
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Delete all the same' })).toBeVisible();
  await expectSoundScreen(page);
  await answerQuestion(page, 'Are you sure you want to delete this package?', 'Take off sale');
  await expect(page.getByText(`${name} is off sale`)).toBeVisible();
  await expectSoundScreen(page);
  const visitor = await page.context().newPage();
  await visitor.goto('/#register');
  await expect(visitor.getByRole('radio', { name: /Package 2/ })).toBeVisible();
  await expect(visitor.getByRole('radio', { name: /All-Inclusive/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${name} is on sale`)).toBeVisible();
  await visitor.reload();
  await openForm(visitor);
  await expect(visitor.getByRole('radio', { name: /All-Inclusive/ })).toBeVisible();
});

test('two windows with the same package: the second gets a conflict, and nothing typed is lost', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await openPackages(page);
  const other = await context.newPage();
  await other.goto('/dashboard/packages');
  for (const window of [page, other]) {
    await window.getByRole('link', { name: 'Edit Package 2: Single Exam Access' }).click();
    await expect(heading(window, 'Edit Package')).toBeVisible();
    await expect(window.getByLabel('Price')).toHaveValue('1000');
  }
  await page.getByLabel('Price').fill('1100');
  await save(page, 'Update Package');
  await expect(page.getByText('Package updated successfully')).toBeVisible();

  await other.getByLabel('Description').fill('Typed in the other window.');
  await save(other, 'Update Package');
  const alert = other.getByRole('alert').filter({ hasText: stale });
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Failed to update package');
  await expect(other.getByLabel('Description')).toHaveValue('Typed in the other window.');
  await expectSoundScreen(other);
  await other.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(other.getByLabel('Price')).toHaveValue('1100');
  await other.getByLabel('Price').fill('1000');
  await save(other, 'Update Package');
  await expect(heading(other, 'Packages')).toBeVisible();
  await expect(other.getByText('Rs 1000')).toBeVisible();
});

test('a package that cannot be deleted stays, and the failure is shown', async ({ page, complaints }) => {
  complaints.expect(/status of 500/);
  await openPackages(page);
  await page.route('**/api/packages/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: '' } }),
  );
  await page.getByRole('button', { name: 'Delete Package 2: Single Exam Access' }).click();
  await answerQuestion(page, 'Are you sure you want to delete this package?', 'Delete');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete package' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Package 2: Single Exam Access' })).toBeVisible();
});

test('Back leads to the dashboard where nothing is behind, and to where one was otherwise', async ({
  page,
}) => {
  await openPackages(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await goTo(page, 'Stream Management', 'Stream Management');
  await goTo(page, 'Package Management', 'Packages');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page, 'Stream Management')).toBeVisible();
});
