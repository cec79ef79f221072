// What an administrator does to many candidates at once.
import { allCollegesAtCounter, openPortal, registerAtCounter } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundAt, expectSoundScreenAtEachWidth, expectTabStops, officeSizes } from './support/screen';
import { expect, test } from './support/test';

// What is done is done to everybody.
test.use({ hasOwnSystem: true, isTranslated: true });

test('money of those who are picked is taken at once, each into the till and with a result @core', async ({
  page,
}) => {
  const one = { ...newStudent(), name: 'Binu Thomas' };
  const other = { ...newStudent(), name: 'Meera Menon' };
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await registerAtCounter(page, allCollegesAtCounter, one);
  await page.goto('/dashboard/customers-new');
  await registerAtCounter(page, allCollegesAtCounter, other);
  await page.goto('/dashboard/bulk-actions');
  await expect(page.getByText(/Nothing has been done to many at once yet/)).toBeVisible();
  await expectSoundAt(page, officeSizes);
  // The lists follow the registration by a moment.
  await expect(async () => {
    await page.goto('/dashboard/customer-list?status=CREATED');
    await expect(page.getByRole('checkbox', { name: `Pick ${other.name}` })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await page.getByRole('checkbox', { name: `Pick ${one.name}` }).check();
  await page.getByRole('checkbox', { name: `Pick ${other.name}` }).check();
  await expect(page.getByText('2 candidates are picked')).toBeVisible();
  // A finger pushes the states along.
  await expectSoundScreenAtEachWidth(page);
  await page.getByRole('link', { name: 'Bulk action', exact: true }).click();

  await expect(page.getByText('2 candidates who were picked', { exact: true })).toBeVisible();
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Mark as paid' });
  await expect(page.getByText(/It is done to 2 candidates, Rs\s3,700 together/)).toBeVisible();
  await expectSoundAt(page, officeSizes);
  await page.getByLabel('Action', { exact: true }).focus();
  await expectTabStops(
    page,
    page.getByLabel(/type the number/),
    page.getByRole('button', { name: 'Mark as paid' }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type 2', { exact: true })).toBeVisible();
  await page.getByLabel(/type the number/).fill('2');
  await page.getByRole('button', { name: 'Mark as paid' }).click();

  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  await expectSoundAt(page, officeSizes);
  await page.getByRole('main').getByRole('link', { name: one.name }).click();
  await expect(page.getByText('PAID', { exact: true }).first()).toBeVisible();
  await page.goto('/dashboard/bulk-actions');
  await expect(page.getByText('2 marked as paid')).toBeVisible();
  await expectSoundAt(page, officeSizes);
});
