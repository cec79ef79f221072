// What needs its own system: the clock moves, or the provider stops working for everybody.
import {
  allColleges,
  buyPass,
  expectFailedPage,
  expectFilled,
  expectNoMail,
  expectOneMailWithPass,
  expectPass,
  fill,
  leaveForPayment,
  newStudent,
  oneExam,
  openForm,
  orderOnPaymentPage,
  paymentPage,
  register,
  registerButton,
} from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

test.use({ hasOwnSystem: true });

const minute = 60;

test('the webhook lost and the tab closed: the reconciler alone brings the pass and the mail', async ({
  page,
  outside,
  openFreshBrowser,
}) => {
  const student = newStudent();
  await outside.withholdWebhooks();
  const orderId = await register(page, allColleges, student);
  await page.close();
  await outside.attempt(orderId, 'SUCCESS');
  await expectNoMail(outside, student);
  await outside.advanceClock(2 * minute + 10);
  await outside.reconcile();
  const later = await (await openFreshBrowser()).newPage();
  await later.goto('/');
  await expectOneMailWithPass(later, outside, orderId, student);
});

test('the order expired, and paid late: the page and the mail say so all the same', async ({
  page,
  outside,
}) => {
  const student = newStudent();
  const orderId = await register(page, oneExam, student);
  await outside.advanceClock(31 * minute);
  await outside.reconcile();
  await page.goto(`/payment/return?order_id=${orderId}`);
  await expectFailedPage(page, orderId);
  await expectNoMail(outside, student);
  await outside.attempt(orderId, 'SUCCESS');
  await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(1);
  await page.goto(`/payment/return?order_id=${orderId}`);
  await expectPass(page, orderId, student);
  await expectOneMailWithPass(page, outside, orderId, student);
});

test('the webhook withheld, and back from the bank: the return page alone brings the pass and the mail', async ({
  page,
  outside,
}) => {
  const student = newStudent();
  await outside.withholdWebhooks();
  const orderId = await buyPass(page, allColleges, student);
  await expectOneMailWithPass(page, outside, orderId, student);
});

test('Try Again after the order has expired makes a new one, and who is charged for both learns of it', async ({
  page,
  outside,
}) => {
  const student = newStudent();
  const expiredId = await register(page, allColleges, student);
  await outside.advanceClock(31 * minute);
  await page.goto(`/payment/return?order_id=${expiredId}`);
  await expectFailedPage(page, expiredId);
  await expect(page.getByText('has expired. Nothing has been charged.')).toBeVisible();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expectFilled(page, student);
  const orderId = await leaveForPayment(page);
  expect(orderId).not.toBe(expiredId);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
  await expectOneMailWithPass(page, outside, orderId, student);
  const twice = page.getByRole('alert');
  await expect(twice).toBeHidden();
  await outside.attempt(expiredId, 'SUCCESS');
  await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(2);
  await page.reload();
  // The pass is fetched again, and knows of both payments.
  await expect(twice.getByRole('heading', { name: 'This was paid for twice' })).toBeVisible();
  await expect(twice.getByRole('listitem')).toHaveText([new RegExp(orderId), /Rs\s1,850/]);
  await expectSoundScreen(page);
});

test('the provider down: the form says so, keeps what was typed, and goes on by itself once it is back', async ({
  page,
  outside,
  complaints,
}) => {
  complaints.expect(/status of 502/);
  const student = newStudent();
  await outside.failEvery('create_order', { kind: 'status', status: 503 });
  await openForm(page);
  await fill(page, student);
  const refused = () => page.waitForResponse((answer) => answer.status() === 502);
  const first = refused();
  await registerButton(page).click();
  await first;
  await refused();
  await expect(page.getByText('We are trying again.')).toBeVisible();
  await expectFilled(page, student);
  await outside.heal();
  await orderOnPaymentPage(page);
});

test('too many at once at the gateway and at Lambda: the form waits and continues automatically', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (429|503)/);
  const student = newStudent();
  await openForm(page);
  await fill(page, student);
  // As the gateway answers where a route has more than its rate, or Lambda no instance left.
  const busy = [
    { status: 503, json: { message: 'Service Unavailable' } },
    { status: 429, json: { message: 'Too Many Requests' } },
  ];
  const keys = new Set<string>();
  await page.route('**/api/payments/create-order', async (route) => {
    keys.add((await route.request().headerValue('Idempotency-Key')) ?? '');
    const answer = busy.pop();
    await (answer ? route.fulfill(answer) : route.continue());
  });
  await page.clock.install();
  await registerButton(page).click();
  const notice = page.getByText('Many people are registering right now.');
  await expect(notice).toBeVisible();
  await expect(registerButton(page)).toBeHidden();
  // In small steps: the time that a request may take must not pass along with the wait.
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(busy.length === 0 && (await notice.isHidden())).toBe(true);
  }).toPass({ intervals: [20] });
  await orderOnPaymentPage(page);
  expect(keys.size).toBe(1);
  await paymentPage.payByUpi(page);
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
});
