// Registering at the counter, taking the money, and the pass; and what can go wrong on the way.
import {
  allCollegesAtCounter,
  Counter,
  expectAlert,
  fillCounterForm,
  heading,
  oneExamAtCounter,
  openPortal,
  passOn,
  registerAtCounter,
  registerCustomer,
} from './support/portal';
import {
  allColleges,
  buyPass,
  expectPass,
  newStudent,
  oneExam,
  paymentPage,
  register,
} from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

const form = '/dashboard/customers-new';
const title = 'New Candidate Registration';
const duplicate = 'This email is already registered for the selected course.';

for (const chosen of [allCollegesAtCounter, oneExamAtCounter]) {
  test(`from the form to the pass: ${chosen.title}`, async ({ page, outside }) => {
    const student = newStudent();
    await openPortal(page, form, title);
    await expectSoundScreen(page);
    await registerAtCounter(page, chosen, student);

    const history = page.getByRole('region', { name: 'Payment History' });
    await expect(history.getByText('SPOT PAYMENT')).toBeVisible();
    await expect(history.getByText('CREATED', { exact: true })).toBeVisible();
    for (const text of [student.name, student.email, 'Not provided', 'Cash']) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expectSoundScreen(page);
    expect(await outside.mailsTo(student.email)).toEqual([]);

    await page.getByRole('button', { name: 'Mark Paid' }).first().click();
    await expectAlert(page, 'Payment status updated and success email sent!');
    await expect(history.getByText('PAID', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark Paid' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: student.name })).toBeFocused();
    await expectSoundScreen(page);

    await outside.reconcile();
    const mails = await outside.mailsTo(student.email);
    expect(mails).toHaveLength(1);
    const link = /http\S+\/payment\/success\?order_id=[\w-]+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    await expectPass(page, new URL(link).searchParams.get('order_id') ?? '', student);
  });
}

test('mistakes are shown at their fields @core', async ({ page }) => {
  await openPortal(page, form, title);
  await registerCustomer(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill all required fields');
  await expectSoundScreen(page);
  await page.getByLabel('Package').selectOption({ index: 1 });
  await page.getByLabel('Full Name').fill('Asha Nair');
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Phone', { exact: true }).fill('12345');
  await page.getByLabel('Payment Mode').selectOption('UPI');
  await registerCustomer(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'College and course category are required for specific college selection',
  );
  await oneExamAtCounter.choose(page);
  await registerCustomer(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid 10-digit Indian phone number');
});

test('a number is read however it is typed or pasted, and never cut to another one', async ({ page }) => {
  await openPortal(page, form, title);
  const phone = page.getByLabel(/^Phone/);
  await phone.pressSequentially('91987654321');
  await expect(phone).toHaveValue('91987654321');
  await phone.pressSequentially('05');
  await expect(phone).toHaveValue('9876543210');
  await expect(page.getByText('It has ten digits already. Is each of them right?')).toBeVisible();
  const alternate = page.getByLabel('Alternate Phone');
  await alternate.focus();
  await page.keyboard.insertText('\u202a98765\u201143211\u00a05\u202c');
  await expect(alternate).toHaveValue('98765432115');
  await page.keyboard.press('Backspace');
  await expect(alternate).toHaveValue('9876543211');
});

test('an address that is already registered is reported while it is typed, and refused by the server', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const student = newStudent();
  await openPortal(page, form, title);
  await registerAtCounter(page, oneExamAtCounter, student);

  await page.goto(form);
  await fillCounterForm(page, oneExamAtCounter, { ...student, email: student.email.toUpperCase() });
  await expect(page.getByText(duplicate)).toBeVisible();
  await expectSoundScreen(page);
  await registerCustomer(page).click();
  await expect(page.getByRole('alert')).toHaveText(duplicate);

  // Without the check, or before it has come back, the server has the last word.
  await page.route('**/api/payments/check-email?*', (route) => route.abort());
  complaints.expect(/ERR_FAILED/);
  await page.reload();
  await fillCounterForm(page, oneExamAtCounter, student);
  await registerCustomer(page).click();
  await expect(page.getByRole('alert')).toHaveText(duplicate);
});

test('a double click registers once', async ({ page, request, system }) => {
  const student = newStudent();
  await openPortal(page, form, title);
  await fillCounterForm(page, allCollegesAtCounter, student);
  await registerCustomer(page).dblclick();
  await expect(heading(page, 'Candidate Details')).toBeVisible();
  const counter = await Counter.open(request, system.siteUrl);
  await expect.poll(() => counter.count(`email=${encodeURIComponent(student.email)}`)).toBe(1);
});

test('a second Mark Paid is refused', async ({ page, context, complaints }) => {
  complaints.expect(/status of 409/);
  await openPortal(page, form, title);
  await registerAtCounter(page, allCollegesAtCounter, newStudent());
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Mark Paid' }).first().click();
  await expectAlert(other, 'Payment status updated and success email sent!');
  await page.getByRole('button', { name: 'Mark Paid' }).first().click();
  await expectAlert(page, 'Failed to update payment status');
  await expect(page.getByText('PAID', { exact: true })).toBeVisible();
});

test('a lost answer to Mark Paid is asked about, and nothing is called failed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|Failed to load resource/);
  await openPortal(page, form, title);
  await registerAtCounter(page, allCollegesAtCounter, newStudent());
  await page.route('**/api/payments/*/status', async (route) => {
    await passOn(route);
    await route.abort();
  });
  await page.getByRole('button', { name: 'Mark Paid' }).first().click();
  await expectAlert(page, 'Payment status updated and success email sent!');
  await expect(page.getByText('PAID', { exact: true })).toBeVisible();
});

test.describe('when no mail can be sent', () => {
  test.use({ hasOwnSystem: true });

  test('Mark Paid says so, and the pass can be sent later', async ({ page, outside, complaints }) => {
    complaints.expect(/status of 502/);
    const student = newStudent();
    await openPortal(page, form, title);
    await registerAtCounter(page, allCollegesAtCounter, student);
    await outside.failMail();
    await page.getByRole('button', { name: 'Mark Paid' }).first().click();
    await expectAlert(page, 'Payment status updated, but failed to send success email');
    await expect(page.getByText('PAID', { exact: true })).toBeVisible();
    expect(await outside.mailsTo(student.email)).toEqual([]);

    await outside.healMail();
    await page.getByRole('button', { name: 'Send pass again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send pass again' }).click();
    await expect(page.getByText('The pass was sent again.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send pass again' })).toBeFocused();
    await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(1);
    await expect(page.getByText(/^Sent \d/)).toBeVisible();
  });
});

test.describe('a payment on the site', () => {
  const openCandidate = async (page: Parameters<typeof openPortal>[0], email: string) => {
    await openPortal(page, `/dashboard/customer-list?status=all&email=${email}`, 'Candidate Management');
    await page.getByRole('link', { name: /^View/ }).click();
    await expect(heading(page, 'Candidate Details')).toBeVisible();
  };

  test('by card shows the details from the provider', async ({ page }) => {
    const student = newStudent();
    const orderId = await register(page, oneExam, student);
    await paymentPage.payByCard(page);
    await expectPass(page, orderId, student);
    await openCandidate(page, student.email);
    const details = page.getByRole('region', { name: 'Payment Gateway Details' });
    for (const text of [orderId, 'Rs 1,000', 'INR', 'Card Type', 'Bank', 'Network']) {
      await expect(details.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('Website Visit')).toBeVisible();
    await expectSoundScreen(page);
  });

  test('by UPI shows its id', async ({ page }) => {
    const student = newStudent();
    await buyPass(page, allColleges, student);
    await openCandidate(page, student.email);
    const details = page.getByRole('region', { name: 'Payment Gateway Details' });
    await expect(details.getByText('UPI ID')).toBeVisible();
    await expect(details.getByText(/@/)).toBeVisible();
  });

  test.describe('whose webhook does not arrive', () => {
    test.use({ hasOwnSystem: true });

    test('can be asked about', async ({ page, outside }) => {
      const student = newStudent();
      const orderId = await register(page, allColleges, student);
      await openCandidate(page, student.email);
      await expect(page.getByText('PENDING', { exact: true })).toBeVisible();
      await expect(page.getByText('ACTIVE', { exact: true })).toBeHidden();
      await outside.withholdWebhooks();
      await outside.attempt(orderId, 'SUCCESS');
      await page.getByRole('button', { name: 'Ask the payment provider again' }).click();
      await expect(page.getByText('PAID', { exact: true })).toBeVisible();
    });
  });
});
