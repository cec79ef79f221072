// Sending money back, and withdrawing passes.
import { openPortal } from './support/portal';
import { buyPass, expectPass, newStudent, oneExam } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

test.use({ isTranslated: true });

const screenOf = (orderId: string) => `/dashboard/customersdetails/${orderId.split('-')[0] ?? ''}`;

test('a part of a payment and then the rest go back, and the pass opens no more @core', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 410/);
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);

  await openPortal(page, screenOf(orderId), 'Candidate Details');
  const verdict = page.getByRole('region', { name: student.name });
  await expect(verdict.getByText('Paid, pass valid')).toBeVisible();
  await expectSoundScreenAtEachWidth(page);

  await test.step('a part, by keyboard', async () => {
    await page.getByRole('button', { name: 'Refund…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Refund ${student.name}` });
    await expect(dialog.getByLabel('Amount (Rs)')).toBeFocused();
    await expectSoundScreen(page);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('250');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Please give a reason of 3 to 100 characters')).toBeVisible();
    await expectSoundScreen(page);
    await dialog.getByLabel('Reason').fill('One exam less');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Rs 250 was refunded.')).toBeVisible();
    await expect(verdict.getByText('Rs 1,000 paid, Rs 250 refunded')).toBeVisible();
    await expect(verdict.getByText('Paid, pass valid')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund…' })).toBeFocused();
  });

  await test.step('the rest', async () => {
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog', { name: `Refund ${student.name}` });
    await expect(dialog.getByLabel('Amount (Rs)')).toHaveValue('750');
    await dialog.getByLabel('Reason').fill('Cannot come');
    await dialog.getByRole('button', { name: 'Refund Rs 750' }).click();
    await expect(verdict.getByText('Paid, pass withdrawn')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund…' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'Refunds' }).getByText('Cannot come')).toBeVisible();
    await expectSoundScreenAtEachWidth(page);
  });

  await page.goto(`/payment/success?order_id=${orderId}`);
  await expect(page.getByRole('heading', { name: 'Your pass was withdrawn' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('This pass is no longer valid: the payment was refunded.');
  await expectSoundScreenAtEachWidth(page);
});

test('a pass is withdrawn with a reason, which its holder is not told, and given back', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 410/);
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);

  await openPortal(page, screenOf(orderId), 'Candidate Details');
  const verdict = page.getByRole('region', { name: student.name });
  await page.getByRole('button', { name: 'Withdraw pass…' }).click();
  await expectSoundScreen(page);
  await page.getByRole('dialog').getByLabel('Reason').fill('Registered twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw pass' }).click();
  await expect(verdict.getByText('Paid, pass withdrawn')).toBeVisible();
  await expect(verdict.getByText(/^Withdrawn on .+ by admin: Registered twice$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send pass again' })).toBeHidden();

  await page.goto(`/payment/success?order_id=${orderId}`);
  await expect(page.getByRole('alert')).toHaveText(
    'This pass is no longer valid. Please contact the organisers.',
  );

  await page.goto(screenOf(orderId));
  await page.getByRole('button', { name: 'Give pass back…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It was somebody else');
  await page.getByRole('dialog').getByRole('button', { name: 'Give pass back' }).click();
  await expect(verdict.getByText('Paid, pass valid')).toBeVisible();
  await page.goto(`/payment/success?order_id=${orderId}`);
  await expectPass(page, orderId, student);
});
