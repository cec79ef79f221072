// What a student does on the site and on the provider's page, and what the student then holds.
import { expect, type Locator, type Page } from '@playwright/test';
import { facts } from './event';
import type { Mail, Outside } from './outside';

export interface Student {
  name: string;
  email: string;
  phone: string;
}

let students = 0;

/** Its own number: the counter points out who has the name and the number of somebody else. */
const phoneOf = (student: number) =>
  `9${String((Date.now() * 7 + process.pid * 1009 + student) % 1_000_000_000).padStart(9, '0')}`;

/** A candidate with an email address that is not registered, not even in an earlier run. */
export function newStudent(): Student {
  students += 1;
  const unique = `${String(Date.now())}-${String(process.pid)}-${String(students)}`;
  return { name: 'Asha Nair', email: `asha-${unique}@example.com`, phone: phoneOf(students) };
}

export interface PackageCase {
  title: string;
  price: string;
  choose: (page: Page) => Promise<void>;
}

export const allColleges: PackageCase = {
  title: 'all colleges',
  price: '1,850.00',
  choose: (page) => page.getByRole('radio', { name: /All-Inclusive/ }).check(),
};

export const oneExam: PackageCase = {
  title: 'one exam',
  price: '1,000.00',
  choose: async (page) => {
    await page.getByRole('radio', { name: /Single Exam/ }).check();
    await page.getByLabel('College', { exact: true }).selectOption({ index: 2 });
    await page.getByLabel('Course', { exact: true }).selectOption({ index: 1 });
  },
};

export const bothPackages = [allColleges, oneExam];

export const registerButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Register Now', exact: true });

export async function openForm(page: Page): Promise<void> {
  await page.goto('/#register');
  await expectPackages(page);
}

/** The list is there, and the first package is chosen. */
export async function expectPackages(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: /All-Inclusive/ })).toBeChecked();
}

export async function fill(page: Page, { name, email, phone }: Student): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone', { exact: true }).fill(phone);
}

export async function expectFilled(page: Page, { name, email, phone }: Student): Promise<void> {
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(phone);
}

/** From nothing to the provider's page. */
export async function register(page: Page, chosen: PackageCase, student: Student): Promise<string> {
  await openForm(page);
  await chosen.choose(page);
  await fill(page, student);
  return leaveForPayment(page);
}

/** Presses Register Now and gives the id of the order that the provider's page shows. */
export async function leaveForPayment(page: Page): Promise<string> {
  await registerButton(page).click();
  return orderOnPaymentPage(page);
}

export async function orderOnPaymentPage(page: Page): Promise<string> {
  await page.waitForURL('**/checkout/pay/**');
  const line = await page.getByText(/^Order \S+$/).innerText();
  return line.replace('Order ', '');
}

export const paymentPage = {
  payByUpi: (page: Page) => page.getByRole('button', { name: /^Pay ₹/ }).click(),
  payByCard: async (page: Page) => {
    await page.getByRole('radio', { name: 'Credit or debit card' }).check();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
  },
  decline: (page: Page) => page.getByRole('button', { name: 'Bank declines' }).click(),
  leave: (page: Page) => page.getByRole('button', { name: 'Leave the page' }).click(),
  leavePending: (page: Page) => page.getByRole('button', { name: 'Leave pending' }).click(),
};

export async function expectFailedPage(
  page: Page,
  orderId: string,
  heading: 'Payment Failed' | 'Payment not confirmed yet' = 'Payment Failed',
): Promise<void> {
  await page.waitForURL(`**/payment/failed?order_id=${orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

export async function expectPass(page: Page, orderId: string, student: Student): Promise<void> {
  await page.waitForURL(`**/payment/success?order_id=${orderId}`);
  const main = page.getByRole('main');
  for (const text of [orderId, student.name, student.email, `+91 ${student.phone}`, facts.admits]) {
    // What is said above the pass may name them, too.
    await expect(main.getByText(text, { exact: true }).last()).toBeVisible();
  }
}

/** Registers, pays by UPI and waits for the pass; gives its order. */
export async function buyPass(page: Page, chosen: PackageCase, student: Student): Promise<string> {
  const orderId = await register(page, chosen, student);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
  return orderId;
}

/** One mail, in both forms, whose link opens the pass; and the reconciler has nothing to add to it. */
export async function expectOneMailWithPass(
  page: Page,
  outside: Outside,
  orderId: string,
  student: Student,
): Promise<void> {
  await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(1);
  const [mail] = (await outside.mailsTo(student.email)) as [Mail];
  const link = new URL(`/payment/success?order_id=${orderId}`, page.url()).href;
  expect(mail.text).toContain(link);
  expect(mail.html).toContain(link);
  await page.goto(link);
  await expectPass(page, orderId, student);
  await outside.reconcile();
  expect(await outside.mailsTo(student.email)).toHaveLength(1);
}

export async function expectNoMail(outside: Outside, student: Student): Promise<void> {
  await outside.reconcile();
  expect(await outside.mailsTo(student.email)).toEqual([]);
}
