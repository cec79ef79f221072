// What an administrator does in the portal.
import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  expect,
  type APIRequestContext,
  type APIResponse,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import type { Student } from './registration';

export const administrator = {
  username: 'admin',
  password: process.env.LOCAL_ADMIN_PASSWORD ?? 'expo-admin',
};

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 1, exact: true });

/** From the login form to the screen that was asked for. */
export async function fillLogin(
  page: Page,
  password = administrator.password,
  username = administrator.username,
): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * As an authenticator app makes it of the key. A code is good for its own half minute alone, so this waits for the next one
 * when the present one is about to end, as a person does who sees that.
 */
export async function codeOf(key: string): Promise<string> {
  const leftOfStep = 30_000 - (Date.now() % 30_000);
  if (leftOfStep < 20_000) await setTimeout(leftOfStep);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...key.replaceAll(' ', '')].map((sign) =>
    alphabet.indexOf(sign).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** Opens a screen of the portal without a session, signs in, and is there. */
export async function openPortal(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await fillLogin(page);
  await expect(heading(page, title)).toBeVisible();
}

/**
 * Sends a call of the portal's page on. The browser knows its host for this machine, the test itself may not, and the API
 * is at the site's host, too.
 */
export const passOn = (route: Route): Promise<APIResponse> =>
  route.fetch({ url: route.request().url().replace('//admin.localhost', '//localhost') });

/** By the sidebar, or by the menu where there is none. */
export async function goTo(page: Page, link: string, title: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole('navigation', { name: 'Portal' })
    .getByRole('link', { name: link, exact: true })
    .click();
  await expect(heading(page, title)).toBeVisible();
}

export interface CounterCase {
  title: string;
  amount: string;
  choose: (page: Page) => Promise<void>;
}

export const allCollegesAtCounter: CounterCase = {
  title: 'all colleges',
  amount: '1850',
  choose: async (page) => {
    await page.getByLabel('Package').selectOption({ index: 0 });
  },
};

export const oneExamAtCounter: CounterCase = {
  title: 'one exam',
  amount: '1000',
  choose: async (page) => {
    await page.getByLabel('Package').selectOption({ index: 1 });
    await page.getByLabel('College').selectOption({ index: 1 });
    await page.getByLabel('Course Category').selectOption({ index: 1 });
  },
};

export async function fillCounterForm(
  page: Page,
  chosen: CounterCase,
  { name, email, phone }: Student,
): Promise<void> {
  await chosen.choose(page);
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await page.getByLabel('Payment Mode').selectOption('Cash');
  await expect(page.getByLabel('Amount')).toHaveValue(chosen.amount);
}

export const registerCustomer = (page: Page): Locator =>
  page.getByRole('button', { name: 'Register Customer' });

/** From the empty form to the candidate's page. */
export async function registerAtCounter(page: Page, chosen: CounterCase, student: Student): Promise<void> {
  await fillCounterForm(page, chosen, student);
  await registerCustomer(page).click();
  await expect(heading(page, 'Candidate Details')).toBeVisible();
}

/** Reads what a dialog says, and closes it. */
export async function expectAlert(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('heading')).toHaveText(text);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expectDialogGone(page);
}

/** What a call of the API as the administrator carries. */
export async function signedIn(
  request: APIRequestContext,
  site: string,
): Promise<Record<'Authorization', string>> {
  const answer = await request.post(`${site}/api/admin/login`, { data: administrator });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { token } = (await answer.json()) as { token: string };
  return { Authorization: `Bearer ${token}` };
}

/** The API without a browser, to have many candidates quickly. */
export class Counter {
  readonly #request: APIRequestContext;
  readonly #site: string;
  readonly #headers: Record<string, string>;

  private constructor(request: APIRequestContext, site: string, headers: Record<string, string>) {
    this.#request = request;
    this.#site = site;
    this.#headers = headers;
  }

  static async open(request: APIRequestContext, site: string): Promise<Counter> {
    return new Counter(request, site, await signedIn(request, site));
  }

  async register(student: Student, mode = 'cash'): Promise<void> {
    const answer = await this.#request.post(`${this.#site}/api/customers`, {
      headers: this.#headers,
      data: {
        name: student.name,
        email: student.email,
        phone: student.phone,
        exam_preference: 'Offline',
        payment_mode: mode,
        order_amount: 1850,
        packageId: 'all-inclusive',
        type: 'allColleges',
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  /** How many the candidate list counts for a filter. */
  async count(query: string): Promise<number> {
    const answer = await this.#request.get(`${this.#site}/api/customers?${query}`, {
      headers: this.#headers,
    });
    const { pagination } = (await answer.json()) as { pagination: { filtered: number } };
    return pagination.filtered;
  }

  /** The names of those who can sign in. */
  async accounts(): Promise<string[]> {
    const answer = await this.#request.get(`${this.#site}/api/admin/users`, { headers: this.#headers });
    return ((await answer.json()) as { username: string }[]).map(({ username }) => username);
  }

  /** Ends every session of the administrator, as "Sign out everywhere" on another device does. */
  async logOutEverywhere(): Promise<void> {
    const answer = await this.#request.delete(`${this.#site}/api/admin/sessions`, {
      headers: this.#headers,
      data: { password: administrator.password },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/** Agrees to a question, or not, after reading it. */
export async function answerQuestion(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('heading')).toHaveText(question);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expectDialogGone(page);
}

/** Not only closed: until the page has heard of that, what the dialog says is there a second time. */
const expectDialogGone = (page: Page): Promise<void> =>
  expect(page.getByRole('alertdialog', { includeHidden: true })).toHaveCount(0);
