// Site, portal and door in a browser that translates the page: nothing throws, nothing old is shown, and what another
// language would falsify stays as it is. Many flows have no walk here, because the tests of what they do run in such a
// browser themselves (`isTranslated`): the line, payments, refunds, accounts, the catalogue, what the site shows, exports,
// the sheet, the closing. With E2E_TRANSLATED=1 every other browser test does, too.
import {
  everyExam,
  expectVerdict,
  nextScan,
  Office,
  openDoor,
  scanByKeyboard,
  verdict,
} from './support/door';
import { fillLogin, heading, openPortal } from './support/portal';
import {
  allColleges,
  buyPass,
  expectPackages,
  expectPass,
  fill,
  leaveForPayment,
  newStudent,
  oneExam,
  openForm,
  paymentPage,
  registerButton,
} from './support/registration';
import { scrollThrough } from './support/public';
import { expect, test } from './support/test';
import { translate } from './support/translator';

test.use({ isTranslated: true });

const screenOf = (orderId: string) => `/dashboard/customersdetails/${orderId.split('-')[0] ?? ''}`;

test('a student makes mistakes, pays, and holds the pass', async ({ page, outside }) => {
  const student = newStudent();
  await openForm(page);
  await registerButton(page).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  // An address that looks mistyped is asked about in the place of the hint, and the hint comes back.
  await page.getByLabel('Email').fill('asha@gmial.com');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.getByRole('button', { name: 'asha@gmail.com' }).click();
  await expect(page.getByText('Your pass is sent to this address.')).toBeVisible();
  await allColleges.choose(page);
  await oneExam.choose(page);
  await fill(page, student);
  const orderId = await leaveForPayment(page);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
  for (const verbatim of [student.name, student.email, orderId]) {
    await expect(page.getByRole('main').getByText(verbatim, { exact: true }).locator('font')).toHaveCount(0);
  }
  await expect(page.locator('h1 font').first()).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Pass' }).click();
  await saved;
  await page.getByRole('button', { name: 'Remove the pass from it' }).click();
  await expect(page.getByText(/^This device no longer keeps your pass/)).toBeVisible();
  await expect.poll(async () => (await outside.mailsTo(student.email)).length).toBe(1);
});

test('a visitor reads, asks for a pass, and writes', async ({ page, complaints }) => {
  complaints.expect(/status of (?:502|404)/);
  await page.goto('/');
  await expectPackages(page);
  await scrollThrough(page);
  await expect(page.getByText(/at the same time/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find my pass' }).click();
  await page.getByRole('button', { name: 'Send my pass' }).click();
  await expect(page.getByText(/Your email address is missing/)).toBeVisible();
  await page.getByLabel('Email').fill(newStudent().email);
  await page.getByRole('button', { name: 'Send my pass' }).click();
  await page.getByRole('button', { name: 'Try another address' }).click();
  await expect(page.getByRole('button', { name: 'Send my pass' })).toBeVisible();

  await page.goto('/contact-us');
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Please fill all required fields');
  await page.getByLabel('Your Name').fill('Asha Nair');
  await page.getByLabel('Your Email').fill(newStudent().email);
  await page.getByLabel('Your Message').fill('Where do I park?');
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 502, json: { code: 'x', message: 'Your message could not be sent.' } }),
  );
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(/could not be sent/);
  await page.unroute('**/api/contact');
  await send.click();
  await expect(page.getByText(/Your message has been sent/)).toBeVisible();
  for (const path of ['/terms-and-conditions', '/about-us', '/checkout', '/no-such-page']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('staff sign in, look up, note and correct, and open every screen', async ({ page, complaints }) => {
  test.setTimeout(180_000);
  complaints.expect(/status of 4\d\d/);
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);
  await page.goto('/login');
  await fillLogin(page, 'not the password');
  await expect(page.getByRole('alert')).toBeVisible();
  await openPortal(page, screenOf(orderId), 'Candidate Details');
  const card = page.getByRole('region', { name: student.name });
  await expect(card.getByText('Paid, pass valid')).toBeVisible();
  await page.getByLabel('New note').fill('Comes at noon');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Comes at noon');

  await page.getByRole('button', { name: 'Edit…' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${student.name}` });
  await edit.getByLabel('Email').fill('nobody');
  await edit.getByLabel('Email').press('Enter');
  await expect(edit.getByText('It should look like name@example.com.')).toBeVisible();
  const right = newStudent().email;
  await edit.getByLabel('Email').fill(right);
  await edit.getByLabel('Email').press('Enter');
  await expect(page.getByText(`${student.name} is saved.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Personal Information' })).toContainText(right);

  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(student.name);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  // From each to the next: React takes one away and puts the other in its place.
  const menu = page.getByRole('button', { name: 'Menu' });
  const links = page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
  await menu.click();
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) {
    await page.locator(`nav[aria-label=Portal] a[href="${address}"]`).click();
    await expect(page).toHaveURL((url) => url.pathname === address);
    // The menu goes with the screen that it was opened on.
    await expect(links.first()).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
    await menu.click();
  }
  await page.goto('/dashboard/customer-list');
  await page.getByRole('searchbox', { name: 'Find Anybody' }).fill(student.phone);
  await expect(page.getByText(/^Showing 1 to 1 of 1/)).toBeVisible();
  await page.goto('/dashboard/account');
  await expect(heading(page, 'My account')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a gate admits, refuses, takes back, and goes on without a network', async ({
  page,
  context,
  complaints,
  request,
  system,
}) => {
  test.setTimeout(120_000);
  complaints.expect(/status of 401|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  const name = 'Zubaida Kurup';
  const pass = await office.sell({ ...newStudent(), name }, everyExam);
  const second = await office.sell({ ...newStudent(), name: 'Thommen Pillai' }, everyExam);
  const unpaid = await office.sell(newStudent(), everyExam, { isPaid: false });
  await office.rosterHas(day?.list ?? '', 2);
  await page.goto('/door');
  await fillLogin(page, 'not the password');
  await expect(page.getByRole('alert')).toBeVisible();
  await openDoor(page, day?.label ?? '');
  await scanByKeyboard(page, pass.code);
  await expectVerdict(page, 'Admitted', name);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Scanned by mistake' }).click();
  await expect(verdict(page)).toBeHidden();
  await scanByKeyboard(page, pass.code);
  await expectVerdict(page, 'Admitted', name);
  await nextScan(page);
  await scanByKeyboard(page, pass.code);
  await expectVerdict(page, 'Already in', name, /at Gate 2/);
  await nextScan(page);
  await scanByKeyboard(page, unpaid.code);
  await expectVerdict(page, 'No', 'This pass is not paid for.');
  await nextScan(page);
  await expect(page.getByRole('button', { name: /^Last: .* No$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('textbox', { name: 'Name, phone or e-mail' }).fill('zubai');
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  const person = page.getByRole('dialog');
  await expect(person.getByText('Already in')).toBeVisible();
  await person.getByRole('button', { name: 'Back to the others' }).click();
  await expect(person.getByText('Already in')).toHaveCount(0);
  await person.getByRole('button', { name: 'Close' }).click();
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await scanByKeyboard(page, second.code);
  await expectVerdict(page, 'Admitted', 'Thommen Pillai');
  await nextScan(page);
  await expect(page.getByText('1 to send')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('All sent')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Change the list' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out now' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await openPortal(page, '/dashboard/attendance', 'Attendance');
  await page.getByLabel('List', { exact: true }).selectOption({ label: day?.label ?? '' });
  await expect(page.getByText(/admitted/i).first()).toBeVisible();
});

test.describe('words in another language', () => {
  test.use({ isTranslated: false });

  test('stay on the landing page: it does not write its own in their place again', async ({
    page,
    context,
    system,
    complaints,
  }) => {
    complaints.expect(/Minified React error #418/);
    await translate(context, system.siteUrl, ' (translated)');
    await page.goto('/');
    await expectPackages(page);
    const price = page.locator('[data-fact=register]');
    await expect(price).toHaveText(/^Register from .* \(translated\)$/);
    // Each change of the page made it write once more.
    const writes = await price.evaluate(async (place) => {
      let count = 0;
      new MutationObserver((changes) => (count += changes.length)).observe(place, { childList: true });
      for (let change = 0; change < 3; change += 1) {
        document.body.append(document.createElement('i'));
        await new Promise((next) => setTimeout(next, 100));
      }
      return count;
    });
    expect(writes).toBe(0);
    await expect(price).toHaveText(/ \(translated\)$/);
  });
});
