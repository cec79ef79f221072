// A queue at the counter: one person after the other, by the keyboard alone; then the till.
import { allCollegesAtCounter, fillCounterForm, goTo, openPortal } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

test.use({ hasOwnSystem: true });

test('five people in a row register and pay without a mouse, and the till is closed to the rupee @core', async ({
  page,
  outside,
}) => {
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await page.getByLabel('Full Name').focus();
  const receipts = new Set<string>();
  for (let person = 0; person < 5; person += 1) {
    const student = { ...newStudent(), name: `Asha ${'ABCDE'.charAt(person)}. Nair` };
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await page.keyboard.type(student.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(student.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(student.phone);
    if (person === 0) {
      // Past the second phone and the preference; the mode stays for those who follow.
      for (let field = 0; field < 3; field += 1) await page.keyboard.press('Tab');
      await expect(page.getByLabel('Payment Mode')).toBeFocused();
      await page.keyboard.type('Ca');
      await page.keyboard.type('s');
    }
    await expect(page.getByLabel('Payment Mode')).toHaveValue('cash');
    await page.getByLabel('Full Name').focus();
    await page.keyboard.press('Enter');
    const notice = page.getByRole('status').filter({ hasText: student.name });
    await expect(notice).toContainText('has paid Rs 1,850 (Cash)');
    const number = /R(?:-\w{4}){3}/.exec((await notice.textContent()) ?? '')?.[0] ?? '';
    expect(number).not.toBe('');
    receipts.add(number);
    await expect.poll(async () => (await outside.mailsTo(student.email)).length).toBe(1);
  }
  expect(receipts.size).toBe(5);
  await expectSoundScreen(page);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#receipt')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'New Candidate Registration' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await goTo(page, 'Till', 'Till');
  await page.getByRole('button', { name: 'Open the till of admin' }).click();
  for (const receipt of receipts) await expect(page.getByText(receipt, { exact: true })).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await page.getByLabel('Cash, opening').fill('500');
  await page.getByLabel('Cash, counted').fill('9749.50');
  await expect(page.getByText('Rs 0.50 missing')).toBeVisible();
  await page.getByLabel('Cash, counted').fill('9750');
  await page.getByRole('button', { name: 'Close till' }).click();
  const closings = page.getByRole('region', { name: 'Closings' });
  await expect(closings).toContainText('by admin');
  await expect(closings).toContainText('Right to the rupee');
  await expectSoundScreen(page);
});

test('who comes back with another address is pointed out, and registered only when the clerk says so', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const student = newStudent();
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await fillCounterForm(page, allCollegesAtCounter, student);
  await page.getByRole('button', { name: 'Register and mark paid' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Receipt R-' });
  const first = await notice.textContent();
  await fillCounterForm(page, allCollegesAtCounter, { ...student, email: newStudent().email });
  await page.getByRole('button', { name: 'Register and mark paid' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Somebody of this name and phone number is registered already.',
  );
  await expectSoundScreen(page);
  await expect(notice).toHaveText(first ?? '');
  await page.getByRole('button', { name: 'Register anyway' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(notice).not.toHaveText(first ?? '');
});
