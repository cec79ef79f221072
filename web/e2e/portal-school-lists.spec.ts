// A school's list at the counter: looked through, mended, registered, and printed.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { printed } from './support/paper';
import { heading, openPortal } from './support/portal';
import { readCode } from './support/qr';
import { expectSoundAt, expectTabStops, officeSizes } from './support/screen';
import { expect, test } from './support/test';

// The list of lists is everybody's.
test.use({ hasOwnSystem: true, isTranslated: true });

const sample = new URL('../../docs/samples/school-list.csv', import.meta.url);
async function fillIn(page: Page) {
  await page.getByLabel('Package').selectOption({ index: 1 });
  await page.getByLabel('College').selectOption({ index: 1 });
  await page.getByLabel('Course Category').selectOption({ index: 1 });
  await page.getByLabel('Group', { exact: true }).fill('St. Mary’s School, Kochi');
  await page.getByLabel('Payment Mode').selectOption('Cash');
  await page.getByLabel('Reference').fill('Cheque 77');
}

const choose = (page: Page, text: string | Buffer) =>
  page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a list is mended line by line, registers forty people, and prints their passes and one receipt @core', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // As a browser whose dialog is open: the paper stays until it is closed.
    window.print = () => (document.body.dataset.isPrinting = 'true');
  });
  const text = await readFile(sample, 'utf8');
  await openPortal(page, '/dashboard/school-lists', 'School lists');
  await expect(page.getByText('No list has been registered yet.')).toBeVisible();
  await fillIn(page);
  await choose(
    page,
    text
      .replace('9846010000', '9.84601E+09')
      .replace('student03@', 'student02@')
      .replace('student05@', 'student05'),
  );
  await page.getByRole('button', { name: 'Check the list' }).click();
  const result = page.getByRole('status').filter({ hasText: /^3 things are to be mended/ });
  await expect(result).toBeFocused();
  const mistakes = page.getByRole('region', { name: 'To be mended' });
  await expect(mistakes).toContainText('Line 2');
  await expect(mistakes).toContainText('The spreadsheet has shortened this number');
  await expect(mistakes).toContainText('Line 3 has this address, too.');
  await expect(mistakes).toContainText('Line 6');
  await expect(page.getByRole('region', { name: 'Lines that are in order' })).toContainText('Akhil');
  await expectSoundAt(page, officeSizes);

  await choose(page, text);
  await page.getByRole('button', { name: 'Check the list' }).press('Enter');
  await expect(page.getByText('The list is in order: 40 people, Rs\u00a040,000 together.')).toBeVisible();
  await expect(page.getByText('ആനന്ദ് നായർ', { exact: true })).toBeVisible();
  await expectSoundAt(page, officeSizes);
  await page.getByRole('button', { name: 'Register 40 people' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const sum = dialog.getByLabel('To confirm, type the sum: Rs\u00a040,000');
  await sum.fill('4000');
  await sum.press('Enter');
  await expect(dialog.getByText('Type Rs\u00a040,000', { exact: true })).toBeVisible();
  await expect(sum).toBeFocused();
  await expectSoundAt(page, officeSizes);
  await sum.fill('40,000');
  await sum.press('Enter');

  await expect(heading(page, 'Group')).toBeVisible();
  await expect(page.getByText('40 people, 40 paid, Rs\u00a040,000.')).toBeVisible();
  await expectSoundAt(page, officeSizes);
  await page.getByRole('main').focus();
  await expectTabStops(
    page,
    page.getByRole('button', { name: 'Print 40 passes' }),
    page.getByRole('button', { name: 'Print receipt for all' }),
    page.getByRole('link', { name: 'See candidate' }).first(),
  );
  await page.getByRole('button', { name: 'Print 40 passes' }).press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-is-printing', 'true');
  const passes = await printed(await page.pdf({ format: 'A4' }));
  // Each has a code that a scanner reads.
  expect(passes.length).toBeLessThan(8);
  const [paper] = passes;
  if (!paper) throw new Error('nothing was printed');
  const quarter = { ...paper, ...cropped(paper, 0.5, 0.25) };
  expect(readCode(quarter).text).toMatch(/^EXPO1:C[0-9A-Z]{11}:[0-9A-Z]{26}$/);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.getByRole('button', { name: 'Print receipt for all' }).click();
  await expect(page.locator('#group-paper')).toContainText('Received fromSt. Mary’s School, Kochi');
  await expect(page.locator('#group-paper')).toContainText('AmountRs\u00a040,000');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  // The same list once more: everybody is there already.
  await page.goto('/dashboard/school-lists');
  await expect(page.getByRole('link', { name: 'St. Mary’s School, Kochi' })).toBeVisible();
  await expectSoundAt(page, officeSizes);
  await fillIn(page);
  await choose(page, text);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText(/^40 things are to be mended/)).toBeVisible();
  await expect(page.getByText('This address is registered for it already.').first()).toBeVisible();
});

/** The upper left part of a page. */
function cropped(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  ofWidth: number,
  ofHeight: number,
) {
  const [wide, high] = [Math.floor(width * ofWidth), Math.floor(height * ofHeight)];
  const part = new Uint8Array(wide * high * 4);
  for (let y = 0; y < high; y += 1)
    part.set(data.subarray(y * width * 4, (y * width + wide) * 4), y * wide * 4);
  return { width: wide, height: high, data: part };
}

test('a workbook in the place of a list, and nothing at all, are refused in words @core', async ({
  page,
}) => {
  await openPortal(page, '/dashboard/school-lists', 'School lists');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('Choose a file, or paste the list here.')).toBeVisible();
  await expect(page.getByText('Write what the group is called.')).toBeVisible();
  await choose(page, 'PK\u0003\u0004 workbook');
  await expect(page.getByText(/^This is a workbook, not a list\./)).toBeVisible();
  await expectSoundAt(page, officeSizes);
});
