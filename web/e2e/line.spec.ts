// More people at once than the payment provider takes: they get a time, and lose nothing by waiting for it.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import type { Outside } from './support/outside';
import {
  expectFilled,
  fill,
  newStudent,
  oneExam,
  openForm,
  orderOnPaymentPage,
  registerButton,
  type Student,
} from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// A provider that takes so few a minute that a handful of people is a crowd.
test.use({
  hasOwnSystem: true,
  isTranslated: true,
  systemVariables: { PROVIDER_CREATES_PER_MINUTE: '6' },
});

/** People register until one of them has to wait for so many seconds; gives how long that is. */
async function crowd(request: APIRequestContext, leastSeconds = 0): Promise<number> {
  const list = (await (await request.get('/api/packages/list')).json()) as {
    _id: string;
    price: number;
    AllowAllCollege: boolean;
  }[];
  const chosen = list.find(({ AllowAllCollege }) => AllowAllCollege);
  for (let people = 0; people < 20; people += 1) {
    const { name, email, phone } = newStudent();
    const answer = await request.post('/api/payments/create-order', {
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      data: {
        customer_name: name,
        customer_email: email,
        customer_phone: phone,
        order_amount: chosen?.price,
        order_currency: 'INR',
        exam_preference: 'Offline',
        payment_mode: 'online',
        packageId: chosen?._id,
        type: 'allColleges',
      },
    });
    if (answer.status() !== 202) {
      expect(answer.status()).toBe(200);
      continue;
    }
    const { eta_seconds: seconds } = (await answer.json()) as { eta_seconds: number };
    if (seconds > leastSeconds) return seconds;
  }
  throw new Error('Nobody had to wait for that long.');
}

const place = (page: Page) => page.getByRole('heading', { name: 'Your place in the line' });

test('a candidate waits, reloads, changes a name, moves to another tab, and ends on the payment page', async ({
  page,
  context,
  request,
  outside,
}) => {
  await context.clock.install();
  await crowd(request);
  const student = newStudent();
  await openForm(page);
  await oneExam.choose(page);
  await fill(page, student);
  await registerButton(page).click();
  await expect(place(page)).toBeFocused();
  expect(await outside.ordersOf(student.email)).toBe(0);

  await page.reload();
  await expect(place(page)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel and change my details' }).click();
  await expectFilled(page, student);
  await expect(page.getByLabel('Course', { exact: true })).not.toHaveValue('');
  const renamed = { ...student, name: 'Asha K Nair' };
  await fill(page, renamed);
  await registerButton(page).click();
  await expect(place(page)).toBeVisible();
  await expect(page.getByText(renamed.name, { exact: true })).toBeVisible();

  const secondTab = await context.newPage();
  await page.close();
  await secondTab.goto('/');
  await expect(place(secondTab)).toBeInViewport();
  await expect(secondTab.getByText(renamed.name, { exact: true })).toBeVisible();

  // The crowd ahead takes less than these two minutes.
  await outside.advanceClock(120);
  await context.clock.fastForward('02:00');
  await orderOnPaymentPage(secondTab);
  expect(await outside.ordersOf(student.email)).toBe(1);

  await secondTab.goBack();
  await expectFilled(secondTab, renamed);
  expect(await secondTab.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a second child is registered in a second tab, and each keeps a place', async ({
  page,
  context,
  request,
}) => {
  await crowd(request, 100);
  const first = newStudent();
  await openForm(page);
  await oneExam.choose(page);
  await fill(page, first);
  await registerButton(page).click();
  await expect(place(page)).toBeFocused();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the form in a new tab' }).click();
  const tab = await opened;
  const second = { ...newStudent(), name: 'Binu Nair' };
  await oneExam.choose(tab);
  await fill(tab, second);
  await registerButton(tab).click();
  await expect(place(tab)).toBeFocused();
  await expect(tab.getByText(second.name, { exact: true })).toBeVisible();
  await expect(tab.getByText(first.name, { exact: true })).toHaveCount(0);
  await expect(place(page)).toBeVisible();
  await expect(page.getByText(first.name, { exact: true })).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /line/.test(key)));
  expect(kept).toHaveLength(2);
});

test.describe('a wait of more than ten minutes', () => {
  // Each waits for a minute more than the one before.
  test.use({ systemVariables: { PROVIDER_CREATES_PER_MINUTE: '2' } });

  /** A candidate joins the line, asks for the mail, and waits until it has come. */
  async function joinAndGetMail(
    page: Page,
    context: BrowserContext,
    request: APIRequestContext,
    outside: Outside,
    student: Student,
  ): Promise<string> {
    await context.clock.install();
    const secondsOfLast = await crowd(request, 11 * 60);
    await openForm(page);
    await oneExam.choose(page);
    await fill(page, student);
    await registerButton(page).click();
    await expect(place(page)).toBeFocused();
    await expect(page.getByLabel('Mail a link to')).toHaveValue(student.email);
    await expectSoundScreen(page);
    await page.getByRole('button', { name: 'Mail me when it is my turn' }).press('Enter');
    const promise = page.getByRole('status').filter({ hasText: `We will mail ${student.email}` });
    await expect(promise).toBeFocused();
    await page.reload();
    await expect(promise).toBeVisible();

    await outside.reconcile();
    expect(await outside.mailsTo(student.email)).toEqual([]);
    await outside.advanceClock(secondsOfLast + 60 - 2 * 60);
    await outside.reconcile();
    await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(1);
    await outside.reconcile();
    const mails = await outside.mailsTo(student.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('It is nearly your turn to pay');
    const [link] = /http\S+\/#turn=\w+/.exec(mails[0]?.text ?? '') ?? [''];
    expect(new URL(link).origin).toBe(new URL(page.url()).origin);
    return link;
  }

  test('the mail’s link goes on in the same browser', async ({ page, context, request, outside }) => {
    const student = newStudent();
    const link = await joinAndGetMail(page, context, request, outside, student);
    await page.close();
    const tab = await context.newPage();
    await tab.goto(link);
    await expect(place(tab)).toBeInViewport();
    await expect(tab.getByText(student.name, { exact: true })).toBeVisible();
    await expect(tab).toHaveURL(/\/#register$/);
    await outside.advanceClock(3 * 60);
    await context.clock.fastForward('20:00');
    await orderOnPaymentPage(tab);
    expect(await outside.ordersOf(student.email)).toBe(1);
  });

  test('the mail’s link keeps the place in another browser, which fills in the form and pays', async ({
    page,
    context,
    request,
    outside,
    openFreshBrowser,
  }) => {
    const student = newStudent();
    const link = await joinAndGetMail(page, context, request, outside, student);
    const phone = await (await openFreshBrowser()).newPage();
    await phone.goto(link);
    await expect(phone.getByText('Your place in the line is kept until you use it.')).toBeVisible();
    await expect(phone).toHaveURL(/\/#register$/);
    await outside.advanceClock(3 * 60);
    await oneExam.choose(phone);
    await fill(phone, student);
    await registerButton(phone).click();
    await orderOnPaymentPage(phone);
    expect(await outside.ordersOf(student.email)).toBe(1);
  });
});
