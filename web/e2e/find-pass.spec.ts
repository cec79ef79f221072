// A lost pass: found by the address that it was registered with, from its own page and from the form.
import {
  allColleges,
  buyPass,
  expectNoMail,
  expectPass,
  fill,
  newStudent,
  oneExam,
  openForm,
  registerButton,
  type Student,
} from './support/registration';
import type { Outside } from './support/outside';
import { expect, test } from './support/test';
import type { Page } from '@playwright/test';

const onItsWay = 'If this address has a pass, a mail with it is on its way. It may take a few minutes.';

const mailCount = (outside: Outside, { email }: Student) =>
  outside.mailsTo(email).then(({ length }) => length);

async function pay(page: Page, outside: Outside, chosen: typeof oneExam, student: Student): Promise<string> {
  const orderId = await buyPass(page, chosen, student);
  await expect.poll(() => mailCount(outside, student)).toBeGreaterThan(0);
  return orderId;
}

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/find-pass');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send my pass' }).click();
  await expect(page.getByRole('status').getByText(onItsWay)).toBeVisible();
}

test('one mail brings every pass of an address, and its links open them', async ({ page, outside }) => {
  const student = newStudent();
  const first = await pay(page, outside, oneExam, student);
  const sibling = { ...student, name: 'Anand Nair' };
  const second = await pay(page, outside, allColleges, sibling);
  await expect.poll(() => mailCount(outside, student)).toBe(2);

  await ask(page, student.email.toUpperCase());
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused();
  await expect.poll(() => mailCount(outside, student)).toBe(3);
  const mail = (await outside.mailsTo(student.email)).find(
    ({ text }) => text.includes(`order_id=${first}`) && text.includes(`order_id=${second}`),
  );
  if (!mail) throw new Error('no mail has both passes');
  for (const [orderId, holder] of [
    [first, student],
    [second, sibling],
  ] as const) {
    const link = new URL(`/payment/success?order_id=${orderId}`, page.url()).href;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(link);
    expect(mail.text).toContain(`Beside this pass for ${holder.name}, this address has paid`);
    await page.goto(link);
    await expectPass(page, orderId, holder);
    // The exams overlap, and the names say why.
    const notice = page.getByRole('alert').filter({ hasText: 'Paid for another name, too' });
    await expect(notice).toContainText(holder.name);
    await expect(notice).toContainText(holder === student ? 'Anand N.' : 'Asha N.');
  }

  // Asked again, the answer is the same, and no other mail comes.
  await ask(page, student.email);
  await outside.reconcile();
  expect(await mailCount(outside, student)).toBe(3);
});

test('an address without a pass gets the same words and no mail', async ({ page, outside }) => {
  const stranger = newStudent();
  await ask(page, stranger.email);
  await expectNoMail(outside, stranger);
  await page.getByRole('button', { name: 'Try another address' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('the keyboard alone is enough, a mistake is told, and what failed is tried again @core', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  await page.route('**/api/passes/find', (route) => route.abort());
  await page.goto('/find-pass');
  const email = page.getByLabel('Email');
  await email.focus();
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(/Your email address is missing/);
  await expect(email).toBeFocused();
  await page.keyboard.type('asha@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/No answer came from the server/);
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(email).toHaveValue('asha@example.com');
  await page.unroute('**/api/passes/find');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send my pass' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(onItsWay)).toBeVisible();
});

test('a device that keeps a pass offers it first', async ({ page, outside }) => {
  const student = newStudent();
  const orderId = await pay(page, outside, oneExam, student);
  await page.goto('/find-pass');
  const kept = page.getByRole('region', { name: 'Your pass on this device' });
  await kept.getByRole('link', { name: student.name }).click();
  await expectPass(page, orderId, student);
});

test('who has paid already is sent the pass from the form, which keeps what was typed', async ({
  page,
  outside,
}) => {
  const student = newStudent();
  const orderId = await pay(page, outside, oneExam, student);
  await openForm(page);
  await oneExam.choose(page);
  await fill(page, student);
  await registerButton(page).click();
  await page.getByRole('button', { name: 'Send me my pass' }).click();
  await expect(page.getByRole('status').filter({ hasText: onItsWay })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(student.email);
  await expect.poll(() => mailCount(outside, student)).toBe(2);
  for (const { text } of await outside.mailsTo(student.email)) expect(text).toContain(orderId);
});
