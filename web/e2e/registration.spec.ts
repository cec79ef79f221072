// A student registers: the form, the modal, and the way to the payment page.
import { expect, test, type Page } from '@playwright/test';
import { freshEmail, outsideUrl } from './outside';

const register = (page: Page) => page.getByRole('button', { name: 'Register Now', exact: true });

async function openForm(page: Page) {
  await page.goto('/#register');
  await expect(page.getByRole('radio').first()).toBeChecked();
}

async function fill(page: Page, email = freshEmail()) {
  await page.getByLabel('Name', { exact: true }).fill('Asha Nair');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone', { exact: true }).fill('9876543210');
}

test('the modal opens by itself after four seconds and closes for good', async ({ page }) => {
  await page.goto('/');
  await page.waitForTimeout(3_000);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 4_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await page.waitForTimeout(5_000);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a mistake is explained above the form', async ({ page }) => {
  await openForm(page);
  await register(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill all required fields');
  await expect(page.getByRole('alert')).toBeFocused();
  await fill(page, 'not an address');
  await register(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address');
});

test('a pasted number with its prefix becomes ten digits', async ({ page }) => {
  await openForm(page);
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.focus();
  await page.keyboard.insertText('+91 98765 43210');
  await expect(phone).toHaveValue('9876543210');
});

test('what was typed survives a reload', async ({ page }) => {
  await openForm(page);
  await fill(page, 'asha@example.com');
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha Nair');
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
});

test('registering leads to the payment page in the same window, and Back to a filled form', async ({
  page,
}) => {
  await openForm(page);
  await fill(page);
  await register(page).click();
  await page.waitForURL((url) => url.href.startsWith(outsideUrl));
  await page.goBack();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha Nair');
  await expect(register(page)).toBeEnabled();
});

test('one exam of one college can be registered for', async ({ page }) => {
  await openForm(page);
  await page.getByRole('radio', { name: /Single Exam/ }).check();
  await page.getByLabel('College').selectOption({ index: 1 });
  await page.getByLabel('Course').selectOption({ index: 1 });
  await fill(page);
  const order = page.waitForRequest('**/api/payments/create-order');
  await register(page).click();
  const sent = (await order).postDataJSON() as Record<string, unknown>;
  expect(sent).toMatchObject({ type: 'specificCollege', order_currency: 'INR', payment_mode: 'online' });
  await page.waitForURL((url) => url.href.startsWith(outsideUrl));
});

test('a blocked payment script is explained, and the order is not made twice', async ({ page }) => {
  await page.route('**/cashfree.js', (route) => route.abort());
  await openForm(page);
  await fill(page);
  const orders: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/create-order')) orders.push(request.headers()['idempotency-key']);
  });
  await register(page).click();
  await expect(page.getByRole('alert')).toContainText('The payment page could not be loaded');
  await page.unroute('**/cashfree.js');
  await register(page).click();
  await page.waitForURL((url) => url.href.startsWith(outsideUrl));
  expect(orders).toHaveLength(2);
  expect(orders[0]).toBe(orders[1]);
});
