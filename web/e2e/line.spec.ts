// More people at once than the payment provider takes: they get a time, and lose nothing by waiting for it.
import type { APIRequestContext, Page } from '@playwright/test';
import {
  expectFilled,
  fill,
  newStudent,
  oneExam,
  openForm,
  orderOnPaymentPage,
  registerButton,
} from './support/registration';
import { expect, test } from './support/test';

// A provider that takes so few a minute that a handful of people is a crowd.
test.use({ hasOwnSystem: true, systemVariables: { PROVIDER_CREATES_PER_MINUTE: '6' } });

/** People register until one of them has to wait. */
async function crowd(request: APIRequestContext): Promise<void> {
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
    if (answer.status() === 202) return;
    expect(answer.status()).toBe(200);
  }
  throw new Error('Nobody had to wait.');
}

const place = (page: Page) => page.getByRole('heading', { name: 'Your place in the line' });

test('somebody waits, reloads, changes a name, moves to another tab, and ends on the payment page', async ({
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
