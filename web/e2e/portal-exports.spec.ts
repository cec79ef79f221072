// What an administrator or accountant does with exports.
import { readFile } from 'node:fs/promises';
import { allCollegesAtCounter, openPortal, registerAtCounter } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// Everybody's exports are in one list.
test.use({ hasOwnSystem: true, isTranslated: true });

test('the candidates of a list become a file that holds them', async ({ page }) => {
  const student = newStudent();
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await registerAtCounter(page, allCollegesAtCounter, student);

  const list = new URLSearchParams({ status: 'CREATED', email: student.email });
  await page.goto(`/dashboard/customer-list?${list.toString()}`);
  await expect(page.getByText(student.email).first()).toBeVisible();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible();
  await expect(page.getByLabel('Email begins with')).toHaveValue(student.email);
  await expect(page.getByLabel('Payment Status')).toHaveValue('CREATED');
  await page.getByLabel('File').selectOption({ label: 'CSV (.csv)' });
  await expectSoundScreen(page);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const newest = page.getByRole('main').getByRole('listitem').first();
  const downloading = page.waitForEvent('download');
  await newest.getByRole('button', { name: 'Download Candidates' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^candidates-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFFPass no\.,Name,Email,Phone,/);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`,${student.name},${student.email},${student.phone},`);
  // What was typed of a person is not kept.
  await page.reload();
  await expect(newest).toContainText('Email begins with: …');
  await expectSoundScreen(page);
});
