// What a phone meets on the way: no network, blockers, captive portals. The page says so and goes on.
import {
  allColleges,
  buyPass,
  expectFailedPage,
  expectPackages,
  expectPass,
  fill,
  leaveForPayment,
  newStudent,
  openForm,
  paymentPage,
  register,
  registerButton,
} from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

test('the API down: the section says so, and recovers automatically', async ({ page, complaints }) => {
  complaints.expect(/status of 503/);
  let isDown = true;
  await page.route('**/api/packages/list', (route) =>
    isDown ? route.fulfill({ status: 503, json: { message: 'Service Unavailable' } }) : route.continue(),
  );
  await page.goto('/#register');
  await expect(page.getByText('Failed to fetch packages')).toBeVisible();
  isDown = false;
  await expectPackages(page);
  await expect(page.getByText('Failed to fetch packages')).toBeHidden();
});

test('the API slow: the section says that it is loading, and can be filled in as soon as it is not', async ({
  page,
}) => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route('**/api/packages/list', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/#register');
  await expect(page.getByText('Loading packages...')).toBeVisible();
  await expect(registerButton(page)).toHaveCount(0);
  letGo();
  await expectPackages(page);
  await fill(page, newStudent());
  await leaveForPayment(page);
});

test('what only adorns a page is left out when its code does not come', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const tries = new Map<string, number>();
  await page.route(/\/assets\/(?:Footer|FloatingButtons|MediaStrip|PartnerStrip)-[\w-]+\.js$/, (route) => {
    const part = /\/(\w+)-[\w-]+\.js$/.exec(route.request().url())?.[1] ?? '';
    tries.set(part, (tries.get(part) ?? 0) + 1);
    return route.abort();
  });
  // A page that comes without HTML, and the landing page from there.
  await page.goto('/checkout');
  await expect.poll(() => tries.get('Footer')).toBe(2);
  await expect(page.getByRole('heading', { name: 'Nothing to pay yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the registration' }).click();
  await expectPackages(page);
  // The page goes to the registration by itself, maybe once more when what is above it has come.
  const triesAt = (place: string) => async () => {
    await page.locator(place).scrollIntoViewIfNeeded();
    return [...tries.keys()].sort();
  };
  await expect.poll(triesAt('[class*=_hero_] + *')).toContain('MediaStrip');
  await expect
    .poll(triesAt('#partners'))
    .toEqual(['FloatingButtons', 'Footer', 'MediaStrip', 'PartnerStrip']);
  await expect.poll(() => [...tries.values()]).toEqual([2, 2, 2, 2]);
  await expect(page.getByText('Loading', { exact: true })).toBeHidden();
  await expect(page.locator('#register')).toBeVisible();
});

test('a page whose code does not come says what to do', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.goto('/contact-us');
  await expect(page.getByLabel('Your Name')).toBeVisible();
  await page.route(/\/assets\/AboutPage-[\w-]+\.js$/, (route) => route.abort());
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible();
  const home = await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).boundingBox();
  expect(home?.height).toBeGreaterThanOrEqual(44);
  await expectSoundScreen(page);
});

for (const path of ['/find-pass', '/checkout', '/payment/return?order_id=order_1']) {
  test(`${path} says after twelve seconds without its code that it may be loaded again`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/ERR_FAILED/);
    await page.route(/\/assets\/[\w-]+\.js$/, (route) => route.abort());
    await page.goto(path);
    const again = page.getByText('Load the page again.');
    await expect(again).toBeAttached();
    await expect(again).toBeHidden();
    // Brings its end about, for which nobody waits here.
    const delay = await again.evaluate((link) => {
      const [coming] = link.closest('.takes-long')?.getAnimations() ?? [];
      coming?.finish();
      return coming?.effect?.getTiming().delay;
    });
    expect(delay).toBe(12_000);
    await expect(again).toBeVisible();
    await expect(again).toHaveJSProperty('href', page.url());
  });
}

test('the network lost on Register Now: nothing is lost, and the next press goes through', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await openForm(page);
  const student = newStudent();
  await fill(page, student);
  await context.setOffline(true);
  await registerButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await leaveForPayment(page);
});

test('a blocked payment script is explained, and the order is not made twice', async ({
  page,
  outside,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED.*cashfree\.js/);
  await page.route('**/cashfree.js', (route) => route.abort());
  await openForm(page);
  const student = newStudent();
  await fill(page, student);
  await registerButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The payment page could not be loaded');
  await page.unroute('**/cashfree.js');
  await leaveForPayment(page);
  expect(await outside.ordersOf(student.email)).toBe(1);
});

test('the duplicate check failing stops nobody', async ({ page, complaints }) => {
  complaints.expect(/status of 500/);
  await page.route('**/api/payments/check-email*', (route) =>
    route.fulfill({ status: 500, json: { message: 'no' } }),
  );
  await openForm(page);
  await fill(page, newStudent());
  await leaveForPayment(page);
});

test('a status that cannot be had leads to the failed page, which offers the pass once it can', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const student = newStudent();
  const orderId = await register(page, allColleges, student);
  let isDown = true;
  await page.route('**/api/payments/status/**', (route) =>
    isDown ? route.fulfill({ status: 503, json: { message: 'Service Unavailable' } }) : route.continue(),
  );
  await page.clock.install();
  await paymentPage.payByUpi(page);
  await expect(async () => {
    await page.clock.runFor(500);
    expect(page.url()).toContain('/payment/failed');
  }).toPass({ intervals: [50] });
  await expectFailedPage(page, orderId, 'Payment not confirmed yet');
  isDown = false;
  await expect(async () => {
    await page.clock.runFor(5_000);
    expect(await page.getByRole('link', { name: 'View your pass' }).isVisible()).toBe(true);
  }).toPass({ intervals: [50] });
  await page.getByRole('link', { name: 'View your pass' }).click();
  await expectPass(page, orderId, student);
});

test('the pass is asked for before the code that shows it has come, and once', async ({ page, context }) => {
  const student = newStudent();
  const orderId = await buyPass(page, allColleges, student);

  const fromMail = await context.newPage();
  // To keep it on the device, the page asks for it once more.
  await fromMail.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  const asked: string[] = [];
  fromMail.on('request', (request) => {
    if (request.url().endsWith(`/api/order/${orderId}`)) asked.push(request.url());
  });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await fromMail.route(/\/assets\/main-[\w-]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await fromMail.goto(`/payment/success?order_id=${orderId}`, { waitUntil: 'commit' });
  await expect.poll(() => asked.length).toBe(1);
  letGo();
  await expectPass(fromMail, orderId, student);
  expect(asked).toHaveLength(1);
});

test('a pass that cannot be fetched is said, and can be asked for again', async ({
  page,
  openFreshBrowser,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const student = newStudent();
  const orderId = await buyPass(page, allColleges, student);

  // A device that does not keep the pass yet.
  const fromMail = await (await openFreshBrowser()).newPage();
  await fromMail.route('**/api/order/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'Service Unavailable' } }),
  );
  await fromMail.goto(`/payment/success?order_id=${orderId}`);
  await expect(fromMail.getByRole('alert')).toHaveText('Error: Failed to fetch order data');
  await fromMail.unroute('**/api/order/**');
  await fromMail.getByRole('button', { name: 'Load again' }).click();
  await expectPass(fromMail, orderId, student);
});
