// Putting right what was mistyped.
import { openPortal } from './support/portal';
import { buyPass, expectPass, newStudent, oneExam } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

const screenOf = (orderId: string) => `/dashboard/customersdetails/${orderId.split('-')[0] ?? ''}`;

test('a mistyped address is put right by keyboard, and the pass goes to the right one @core', async ({
  page,
  outside,
  complaints,
}) => {
  const mistyped = newStudent();
  const right = { ...mistyped, email: newStudent().email };
  const orderId = await buyPass(page, oneExam, mistyped);
  await expect.poll(async () => (await outside.mailsTo(mistyped.email)).length).toBe(1);

  await openPortal(page, screenOf(orderId), 'Candidate Details');
  await page.getByRole('button', { name: 'Edit…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Edit ${mistyped.name}` });
  await expect(dialog.getByLabel('Exam', { exact: true })).toBeVisible();
  await expectSoundScreenAtEachWidth(page);

  await dialog.getByLabel('Email').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('It should look like name@example.com.')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expectSoundScreen(page);
  // A browser closes a dialog at the second Escape, whatever the page has answered to the first.
  for (let again = 0; again < 3; again += 1) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { includeHidden: true })).toHaveCount(0);
  }
  await expect(dialog.getByLabel('Email')).toHaveValue('nobody');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(right.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${right.name} is saved.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit…' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Personal Information' })).toContainText(right.email);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    `Email: ${mistyped.email.toLowerCase()} → ${right.email.toLowerCase()}`,
  );
  await expect.poll(async () => (await outside.mailsTo(right.email)).length).toBe(1);
  expect(await outside.mailsTo(mistyped.email)).toHaveLength(1);

  // The wrong mailbox has a link that opens nothing any more.
  complaints.expect(/status of 410/);
  await page.goto(`/payment/success?order_id=${orderId}`);
  await expect(page.getByRole('heading', { name: 'This link was replaced' })).toBeVisible();
  await expectSoundScreen(page);
  const [mail] = await outside.mailsTo(right.email);
  const passId = /\/payment\/success\?order_id=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(passId).not.toBe(orderId);
  await page.goto(`/payment/success?order_id=${passId}`);
  await expectPass(page, passId, right);
});

test('a note is on the candidate’s page and in the timeline', async ({ page }) => {
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);

  await openPortal(page, screenOf(orderId), 'Candidate Details');
  await page.getByLabel('New note').fill('Comes at noon');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Comes at noon');
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toContainText(
    'NotedComes at noon',
  );
  await page.reload();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Comes at noon');
  await expectSoundScreenAtEachWidth(page);
});
