// From the form to the pass, for both packages, and every way in which a payment can end.
import {
  allColleges,
  bothPackages,
  expectFailedPage,
  expectFilled,
  expectNoMail,
  expectOneMailWithPass,
  expectPass,
  leaveForPayment,
  newStudent,
  oneExam,
  orderOnPaymentPage,
  paymentPage,
  register,
} from './support/registration';
import { expect, test } from './support/test';

test.use({ isTranslated: true });

for (const chosen of bothPackages) {
  test.describe(chosen.title, () => {
    test('paid by UPI: a pass, and one mail with its link', async ({ page, outside }) => {
      const student = newStudent();
      const orderId = await register(page, chosen, student);
      await expect(page.getByText(`₹${chosen.price}`, { exact: true })).toBeVisible();
      await paymentPage.payByUpi(page);
      await expectPass(page, orderId, student);
      await expectOneMailWithPass(page, outside, orderId, student);
    });
  });
}

// What follows does not depend on what is bought: `infra/scenarios` plays webhook, return, reconciler and expiry for both.
test('paid by card', async ({ page, outside }) => {
  const student = newStudent();
  const orderId = await register(page, oneExam, student);
  await paymentPage.payByCard(page);
  await expectPass(page, orderId, student);
  await expectOneMailWithPass(page, outside, orderId, student);
});

test('declined, then paid by Try Again with the form still filled', async ({ page, outside }) => {
  const student = newStudent();
  const declinedId = await register(page, allColleges, student);
  await paymentPage.decline(page);
  await expectFailedPage(page, declinedId);
  await expect(page.getByText('Error: Payment declined by your bank.')).toBeVisible();
  await expectNoMail(outside, student);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expectFilled(page, student);
  const orderId = await leaveForPayment(page);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
  await expectOneMailWithPass(page, outside, orderId, student);
  // The form is for the next student now.
  await page.goto('/#register');
  await expectFilled(page, { name: '', email: '', phone: '' });
});

test('left on the payment page: not paid, no mail, and the way back is open', async ({ page, outside }) => {
  const student = newStudent();
  const orderId = await register(page, oneExam, student);
  // Closed or gone Back from, where nothing was tried …
  await page.goto(`/payment/return?order_id=${orderId}`);
  await expectFailedPage(page, orderId);
  await expect(page.getByText('You left the payment page before paying.')).toBeVisible();
  await page.getByRole('link', { name: 'Resume this payment' }).click();
  await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  expect(await orderOnPaymentPage(page)).toBe(orderId);
  // … and by the way out of it, which the provider counts as an attempt.
  await paymentPage.leave(page);
  await expectFailedPage(page, orderId);
  await expect(page.getByText('You left the payment page before paying.')).toBeVisible();
  await expect(page.getByText(orderId)).toBeVisible();
  await expectNoMail(outside, student);
  await page.getByRole('link', { name: 'Resume this payment' }).click();
  await page.getByRole('link', { name: 'Change something' }).click();
  await expectFilled(page, student);
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
});

test('pending, and paid after the page has given up: the pass and the mail still come', async ({
  page,
  outside,
}) => {
  const student = newStudent();
  const orderId = await register(page, allColleges, student);
  await page.clock.install();
  await paymentPage.leavePending(page);
  await expect(page.getByText('Your bank is still confirming the payment.')).toBeVisible();
  // Two minutes and the pauses between the questions, which real answers take a little longer to end.
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expectFailedPageNow(page.url(), orderId);
  }).toPass({ intervals: [50] });
  await expectFailedPage(page, orderId, 'Payment not confirmed yet');
  const warning = page.getByText('If money was debited, do not pay again: we will email your pass.');
  await expect(warning).toBeVisible();
  await expect(page.getByText(orderId)).toBeVisible();
  for (const name of ['Try Again', 'Resume this payment']) {
    await expect(page.getByRole('link', { name })).toBeHidden();
  }
  await expectNoMail(outside, student);
  // The other ways to pay it lead back here, with the same words.
  await page.goto('/checkout');
  await expectFailedPage(page, orderId, 'Payment not confirmed yet');

  await outside.decide(orderId, 'SUCCESS');
  await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(1);
  await page.clock.runFor(10_000);
  await page.getByRole('link', { name: 'View your pass' }).click();
  await expectPass(page, orderId, student);
  await expectOneMailWithPass(page, outside, orderId, student);
});

test('Back from the pass never says that there is nothing paid', async ({ page }) => {
  const student = newStudent();
  const first = await register(page, oneExam, student);
  await page.goto(`/payment/return?order_id=${first}`);
  await page.getByRole('link', { name: 'Resume this payment' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  const orderId = await orderOnPaymentPage(page);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Nothing more to pay' })).toBeVisible();
  await page.getByRole('link', { name: `View the pass of ${student.name}` }).click();
  await expectPass(page, orderId, student);
});

test('the tab closed before the return: the webhook alone brings the pass and the mail', async ({
  page,
  outside,
  openFreshBrowser,
}) => {
  const student = newStudent();
  const orderId = await register(page, oneExam, student);
  await page.close();
  await outside.attempt(orderId, 'SUCCESS');
  const later = await (await openFreshBrowser()).newPage();
  await later.goto('/');
  await expectOneMailWithPass(later, outside, orderId, student);
});

test('the return in another browser needs nothing that the first one kept', async ({
  page,
  outside,
  openFreshBrowser,
}) => {
  const student = newStudent();
  const orderId = await register(page, allColleges, student);
  await outside.attempt(orderId, 'SUCCESS');
  const banksBrowser = await (await openFreshBrowser()).newPage();
  await banksBrowser.goto(`/payment/return?order_id=${orderId}`);
  await expectPass(banksBrowser, orderId, student);
  await expectOneMailWithPass(banksBrowser, outside, orderId, student);
});

function expectFailedPageNow(url: string, orderId: string) {
  expect(url).toContain(`/payment/failed?order_id=${orderId}`);
}
