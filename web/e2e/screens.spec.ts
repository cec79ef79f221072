// Every screen works on its own: deep links, texts, accessibility, the narrowest phones, and nothing that the
// security policy refuses.
import {
  allColleges,
  expectPackages,
  fill,
  newStudent,
  oneExam,
  openForm,
  paymentPage,
  register,
  registerButton,
} from './support/registration';
import { paths } from '../src/lib/paths';
import { expectFits, expectNoClippedText, expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';
import { facts } from './support/event';

/** What no app has a route for. */
const nowhere = '/no-such-page';
const pages = [
  { path: '/', text: facts.tagline },
  { path: '/checkout', text: 'Nothing to pay yet' },
  { path: '/terms-and-conditions', text: 'Terms & Conditions' },
  { path: '/about-us', text: 'About Us' },
  { path: '/contact-us', text: 'Contact Us' },
  { path: '/contact', text: 'Contact Us' },
  { path: '/find-pass', text: 'Find my pass' },
  { path: '/results', text: 'Your results' },
  { path: '/hall-ticket', text: 'Hall ticket' },
  { path: '/payment/failed', text: 'Payment Unsuccessful' },
  { path: '/payment/return', text: 'Payment Unsuccessful' },
  { path: '/payment/success', text: 'Order ID not found in URL' },
  { path: nowhere, text: 'Page not found' },
];

/** These are scanned from top to bottom in public.spec.ts; `/contact` shows the same as `/contact-us`. */
const scannedInPublic = ['/', '/terms-and-conditions', '/about-us', '/contact-us', '/contact', '/find-pass'];

test('every address of the site is among these pages', () => {
  const entries: readonly string[] = [paths.login, paths.dashboard, paths.door];
  const addresses = Object.values(paths).filter((path) => typeof path === 'string');
  const known = [...pages.map(({ path }) => path), ...entries, paths.register, paths.examTimes];
  expect(addresses.filter((path) => !known.includes(path))).toEqual([]);
});

for (const { path, text } of pages) {
  test(`${path} opens directly @core`, async ({ page, complaints }) => {
    if (path === nowhere) complaints.expect(/status of 404/);
    expect((await page.goto(path))?.status()).toBe(path === nowhere ? 404 : 200);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    if (path === '/') await expectPackages(page);
    if (scannedInPublic.includes(path)) await expectFits(page);
    else await expectSoundScreen(page);
  });
}

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  for (const { path, text } of pages) {
    test(`${path} cuts off no text, and fits a tablet`, async ({ page, complaints }) => {
      if (path === nowhere) complaints.expect(/status of 404/);
      await page.goto(path);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      if (path === '/') await expectPackages(page);
      await expectNoClippedText(page);
      await page.setViewportSize({ width: 768, height: 1024 });
      await expectFits(page);
    });
  }
});

test('the modal @core', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expectPackages(page);
  await page.clock.runFor(4_100);
  await expect(page.getByRole('dialog').getByRole('radio', { name: /All-Inclusive/ })).toBeChecked();
  await expectSoundScreen(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Register Now' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectSoundScreen(page);
});

test('the section with a college, a course and mistakes @core', async ({ page }) => {
  await openForm(page);
  await oneExam.choose(page);
  await expectSoundScreen(page);
  await registerButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectSoundScreen(page);
});

test('the section without packages', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  await page.route('**/api/packages/list', (route) => route.abort());
  await page.goto('/#register');
  await expect(page.getByText('Failed to fetch packages')).toBeVisible();
  await expectSoundScreen(page);
});

test('the section while the payment is being prepared', async ({ page }) => {
  await page.route('**/api/payments/create-order', () => new Promise(() => undefined));
  await openForm(page);
  await fill(page, newStudent());
  await registerButton(page).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expectSoundScreen(page);
});

test('the form for a lost pass, with a mistake, a failure, and when it was sent @core', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  await page.route('**/api/passes/find', (route) =>
    route.fulfill({
      status: 500,
      json: { message: 'Something went wrong.', request_id: '5VA2N7TH2QC678K5' },
    }),
  );
  await page.addInitScript(() => {
    localStorage.setItem(
      'passes',
      JSON.stringify([
        { orderId: 'order_1', name: 'Asha Nair' },
        { orderId: 'order_2', name: 'Anantha Padmanabhan Venkatasubramanian Iyer' },
      ]),
    );
  });
  await page.goto('/find-pass');
  const send = page.getByRole('button', { name: 'Send my pass' });
  await send.click();
  await expect(page.getByText('Your email address is missing.')).toBeVisible();
  await expectSoundScreen(page);
  await page.getByLabel('Email').fill('anantha-padmanabhan-venkatasubramanian-iyer@example.com');
  await send.click();
  await expect(page.getByRole('alert')).toContainText('The server met an error');
  await expectSoundScreen(page);
  await page.unroute('**/api/passes/find');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await expectSoundScreen(page);
});

test('the section with an address that has paid @core', async ({ page }) => {
  await page.route('**/api/payments/check-email?*', (route) =>
    route.fulfill({ json: { exists: true, isPaid: true } }),
  );
  await openForm(page);
  await fill(page, newStudent());
  await registerButton(page).click();
  const send = page.getByRole('button', { name: 'Send me my pass' });
  await expect(send).toBeVisible();
  await expectSoundScreen(page);
  await send.click();
  await expect(page.getByText('a mail with it is on its way')).toBeVisible();
  await expectSoundScreen(page);
});

test('the section and the checkout page with a place in the line @core', async ({ page }) => {
  await page.route('**/api/payments/create-order', (route) =>
    route.fulfill({
      status: 202,
      json: {
        ticket: 'T',
        ahead: 141,
        opens_at: '2025-05-20T04:37:12.345Z',
        eta_seconds: 433,
        eta_ms: 432_345,
      },
    }),
  );
  await openForm(page);
  await oneExam.choose(page);
  await fill(page, newStudent());
  await registerButton(page).click();
  const place = page.getByRole('heading', { name: 'Your place in the line' });
  await expect(place).toBeFocused();
  await expect(place).toBeInViewport();
  await expect(page.getByText('Your turn is in about 8 minutes')).toBeInViewport();
  await expectSoundScreen(page);

  await page.goto('/checkout');
  await expect(place).toBeFocused();
  await expectSoundScreen(page);
});

test('from the payment page to the pass @core', async ({ page }) => {
  const student = newStudent();
  const orderId = await register(page, oneExam, student);
  await expectSoundScreen(page);
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  await expectSoundScreen(page);

  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Pay now' }).click();

  await page.clock.install();
  await paymentPage.leavePending(page);
  await expect(page.getByText('Your bank is still confirming the payment.')).toBeVisible();
  await expectSoundScreen(page);

  await page.goto(`/payment/failed?order_id=${orderId}`);
  await expect(page.getByText('If money was debited, do not pay again')).toBeVisible();
  await expectSoundScreen(page);
});

test('the pass @core', async ({ page }) => {
  await register(page, allColleges, { ...newStudent(), name: 'Anantha Padmanabhan Venkatasubramanian Iyer' });
  await paymentPage.payByUpi(page);
  await expect(page.getByRole('button', { name: 'Download Pass' })).toBeVisible();
  await expectSoundScreen(page);
});

test.describe('the outside world', () => {
  // One order and one mail, not those of all other tests.
  test.use({ hasOwnSystem: true });

  test('has its own pages', async ({ page, outside }) => {
    await register(page, allColleges, newStudent());
    await paymentPage.payByUpi(page);
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
    // The mailbox is left out: its mails are in sandboxed frames, where no rule can be checked.
    for (const path of ['/', '/checkout/orders']) {
      await page.goto(outside.url + path);
      await expectSoundScreen(page);
    }
  });
});

test('an order nobody knows leads from the return page to the failed page, id kept', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await page.goto('/payment/return?order_id=order_unknown');
  await page.waitForURL('**/payment/failed?order_id=order_unknown');
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
});

test('the pass of an order nobody knows cannot be fetched', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  await page.goto('/payment/success?order_id=order_unknown');
  await expect(page.getByRole('alert')).toHaveText('Error: Failed to fetch order data');
});
