// Signing in to the portal, being signed out in every way, and coming back to where one was.
import type { Route } from '@playwright/test';
import {
  administrator,
  allCollegesAtCounter,
  Counter,
  fillLogin,
  goTo,
  heading,
  openPortal,
  registerAtCounter,
} from './support/portal';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// Signing out ends every session of the one administrator there is.
test.use({ hasOwnSystem: true });

test('signing in leads to the dashboard, and Logout back @core', async ({ page }) => {
  await page.goto('/login');
  await expect(heading(page, 'Admin Portal')).toBeVisible();
  await expect(page.getByText('Sign in to your dashboard')).toBeVisible();
  await expectSoundScreen(page);
  await page.getByLabel('Remember me').check();
  await fillLogin(page);
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Welcome, admin')).toBeVisible();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await page.goto('/dashboard');
  await page.waitForURL('**/login');
});

test('the tab has a name while a screen is on its way', async ({ page }) => {
  const held = new Promise<Route>((hold) => void page.route('**/DashboardPage-*.js', hold));
  await page.goto('/login');
  await fillLogin(page);
  await expect(page.getByText('Welcome, admin')).toBeVisible();
  await expect(page).toHaveTitle('Admin Portal');
  await (await held).continue();
  await expect(page).toHaveTitle('Dashboard | Admin Portal');
});

test('a wrong password is reported, and does not leave the page', async ({ page, complaints }) => {
  complaints.expect(/status of 401/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Username is required');
  await fillLogin(page, 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expectSoundScreen(page);
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('after many wrong passwords the page counts the pause down, and a known browser does not wait', async ({
  page,
  complaints,
  openFreshBrowser,
  outside,
  request,
  system,
}) => {
  complaints.expect(/status of 429/);
  await openPortal(page, '/dashboard', 'Dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(heading(page, 'Admin Portal')).toBeVisible();
  for (let failures = 0; failures < 11;) {
    const data = { username: administrator.username, password: 'a-guess' };
    const answer = await request.post(`${system.siteUrl}/api/admin/login`, { data });
    if (answer.status() === 401) failures++;
    else await outside.advanceClock(Number(answer.headers()['retry-after']));
  }

  const stranger = await (await openFreshBrowser()).newPage();
  await stranger.goto('/login');
  await fillLogin(stranger);
  await expect(stranger.getByText(/^You can try again in (1 min|\d+ s)/)).toBeVisible();
  await expect(stranger.getByRole('status')).toContainText('Too many failed attempts to sign in.');
  await expect(stranger.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await expectSoundScreen(stranger);

  await fillLogin(page);
  await expect(heading(page, 'Dashboard')).toBeVisible();

  await outside.advanceClock(64);
  await stranger.clock.setFixedTime(Date.now() + 64_000);
  await expect(stranger.getByRole('status')).toHaveText('You can try again now.');
  await expect(stranger.getByLabel('Password')).toHaveValue(administrator.password);
  await stranger.keyboard.press('Enter');
  await expect(heading(stranger, 'Dashboard')).toBeVisible();
});

test('a deep link survives the login, query and all', async ({ page }) => {
  const deep = '/dashboard/customer-list?status=FAILED&payment_mode=upi';
  await page.goto(deep);
  await page.waitForURL('**/login');
  await expect(heading(page, 'Admin Portal')).toBeVisible();
  await expect(page.getByText('Your session has ended')).toBeHidden();
  await fillLogin(page);
  await expect(heading(page, 'Candidate Management')).toBeVisible();
  expect(page.url()).toContain(deep);
  await expect(page.getByLabel('Payment Status')).toHaveValue('FAILED');
});

test('a session that ends in the middle of the work leads back to it, and keeps what was typed', async ({
  page,
  request,
  system,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await page.getByLabel('Full Name').fill('Asha Nair');
  await (await Counter.open(request, system.siteUrl)).logOutEverywhere();
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Phone', { exact: true }).fill('9876543210');
  await page.getByLabel('Payment Mode').selectOption('Card');
  await page.getByRole('button', { name: 'Register Customer' }).click();
  await expect(heading(page, 'Admin Portal')).toBeVisible();
  await expect(page.getByText('you will be back where you were')).toBeVisible();
  await expectSoundScreen(page);
  await fillLogin(page);
  await expect(heading(page, 'New Candidate Registration')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Nair');
  await expect(page.getByLabel('Payment Mode')).toHaveValue('card');
});

test('a computer whose clock is twelve hours fast stays signed in, and a note survives the end of the session', async ({
  page,
  request,
  system,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await page.clock.install({ time: Date.now() + 12 * 3_600_000 });
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  const email = `asha-${String(Date.now())}@example.com`;
  await registerAtCounter(page, allCollegesAtCounter, { name: 'Asha Nair', email, phone: '9876543210' });
  // As long as it takes to look at the clock some times.
  await page.clock.runFor(5_000);
  await expect(heading(page, 'Candidate Details')).toBeVisible();
  await page.getByLabel('New note').fill('Called at ten');
  await (await Counter.open(request, system.siteUrl)).logOutEverywhere();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(heading(page, 'Admin Portal')).toBeVisible();
  await fillLogin(page);
  await expect(heading(page, 'Candidate Details')).toBeVisible();
  await expect(page.getByLabel('New note')).toHaveValue('Called at ten');
});

test('signing out in one tab signs out the other, which forgets what was typed there', async ({
  page,
  context,
}) => {
  await openPortal(page, '/dashboard', 'Dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard/packages/new');
  await other.getByLabel('Package Name').fill('Typed here');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(heading(other, 'Admin Portal')).toBeVisible();
  await expect(other.getByText('you will be back where you were')).toBeHidden();
  await fillLogin(other);
  await expect(heading(other, 'Dashboard')).toBeVisible();
  await other.goto('/dashboard/packages/new');
  await expect(other.getByLabel('Package Name')).toHaveValue('');
});

test('an invalid token is thrown away on load', async ({ page, complaints }) => {
  complaints.expect(/status of 401/);
  await page.goto('/login');
  await page.evaluate(() => {
    localStorage.setItem('token', 'garbage');
  });
  await page.goto('/dashboard');
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the shell: links, the skip link, titles and the focus after a change of screens @core', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await openPortal(page, '/dashboard', 'Dashboard');
  await expect(heading(page, 'Dashboard')).toBeFocused();
  await expect(page).toHaveTitle('Dashboard | Admin Portal');
  await goTo(page, 'Customers', 'Candidate Management');
  await expect(heading(page, 'Candidate Management')).toBeFocused();
  await expect(page).toHaveTitle('Candidate Management | Admin Portal');
  await page.goto('/dashboard/customer-list');
  await expect(heading(page, 'Candidate Management')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect((await page.goto('/dashboard/nowhere'))?.status()).toBe(404);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await expectSoundScreen(page);
});

test('the menu on a phone keeps the focus, and gives it back', async ({ page }) => {
  await openPortal(page, '/dashboard', 'Dashboard');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Customers' })).toBeVisible();
  await expectSoundScreen(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  await expect(menu).toBeFocused();
});

test('unsaved work is asked about by a link and by the back button', async ({ page }) => {
  await openPortal(page, '/dashboard', 'Dashboard');
  await goTo(page, 'New Registration', 'New Candidate Registration');
  await page.getByLabel('Full Name').fill('Asha Nair');
  await page.goBack();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Leave without saving?');
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Nair');
  expect(new URL(page.url()).pathname).toBe('/dashboard/customers-new');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});
