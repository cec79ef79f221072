// Forms that change something, with an answer that is lost after the server has done it: each says what is true, and pressing
// again does nothing twice. `src/testing/changes.ts` has those that are tested without a server, too.
import type { Locator, Page } from '@playwright/test';
import { fillPackage, save } from './support/catalogue';
import { firstDay } from './support/event';
import { logo } from './support/pictures';
import {
  administrator,
  allCollegesAtCounter,
  answerQuestion,
  codeOf,
  Counter,
  expectAlert,
  fillCounterForm,
  fillLogin,
  goTo,
  heading,
  openPortal,
  passOn,
  registerAtCounter,
  signedIn,
} from './support/portal';
import {
  allColleges,
  fill,
  newStudent,
  openForm,
  orderOnPaymentPage,
  registerButton,
} from './support/registration';
import { expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

// Lists are counted, registration is closed, and mails are limited by address.
test.use({ hasOwnSystem: true });
test.beforeEach(({ complaints }) => {
  complaints.expect(/ERR_FAILED|Failed to load resource/);
});

/** Until it is called, each change is done and its answer is lost; gives how many were. */
async function loseAnswers(page: Page, path = '**/api/**'): Promise<() => Promise<number>> {
  let lost = 0;
  const lose = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    if (route.request().method() === 'GET') {
      await route.fallback();
      return;
    }
    await passOn(route);
    lost += 1;
    await route.abort();
  };
  await page.route(path, lose);
  return async () => {
    await page.unroute(path, lose);
    return lost;
  };
}

/** Presses a button that adds something, and no answer comes back, however often it is sent; gives the next press. */
async function loseAnswersTo(
  page: Page,
  button: string | RegExp,
  fillIn: () => Promise<void> = () => Promise.resolve(),
): Promise<() => Promise<void>> {
  await fillIn();
  const arrive = await loseAnswers(page);
  const press = () => page.getByRole('button', { name: button }).click();
  await press();
  await expectNotKnown(alerts(page));
  expect(await arrive()).toBeGreaterThan(1);
  return press;
}

/** What is said of it: not that it was done, and not that it was not. */
async function expectNotKnown(said: Locator): Promise<void> {
  await expect(said.filter({ hasText: /No answer came from the server|did not answer/ })).toBeVisible();
  await expect(said.filter({ hasText: /failed|not saved|could not|error/i })).toHaveCount(0);
}

const alerts = (page: Page) => page.getByRole('alert');

for (const [button, what] of [
  ['Register and mark paid', 'registered and marked as paid'],
  ['Register Customer', 'registered'],
] as const) {
  test(`“${button}” @core`, async ({ page, request, system }) => {
    const counter = await Counter.open(request, system.siteUrl);
    const student = newStudent();
    await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
    await fillCounterForm(page, allCollegesAtCounter, student);
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: button }).click();
    await expectNotKnown(alerts(page));
    await expect(alerts(page)).toContainText(`it is not known whether ${student.name} is ${what}.`);
    await expect(page.getByLabel('Full Name')).toBeDisabled();
    await expectSoundScreenAtEachWidth(page);

    // A reload forgets neither what was sent nor that it is not known.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(alerts(page)).toContainText('it is not known whether');
    expect(await arrive()).toBeGreaterThan(1);
    await page.getByRole('button', { name: button }).click();
    if (button === 'Register Customer') await expect(heading(page, 'Candidate Details')).toBeVisible();
    else await expect(page.getByRole('status').filter({ hasText: 'Receipt R-' })).toBeVisible();
    await expect.poll(() => counter.count(`search=${student.email}`)).toBe(1);
    if (button === 'Register Customer') return;

    await goTo(page, 'Till', 'Till');
    await page.getByRole('button', { name: 'See till of admin' }).click();
    await page.getByLabel('Cash, opening').fill('₹40,600.00');
    await page.getByLabel('Cash, counted').fill('42,450');
    const closed = await loseAnswers(page);
    await page.getByRole('button', { name: 'Close till' }).click();
    await expect(page.getByRole('region', { name: 'Closings' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('could not be closed')).toBeHidden();
    await closed();
  });
}

test('what staff do about a candidate', async ({ page }) => {
  // A pass that comes back, which somebody has to deal with.
  const student = { ...newStudent(), email: `bounce+${crypto.randomUUID()}@simulator.amazonses.com` };
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await registerAtCounter(page, allCollegesAtCounter, student);
  await page.getByRole('button', { name: 'Mark Paid' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  const dialog = page.getByRole('dialog');

  await test.step('a note', async () => {
    await page.getByLabel('New note').fill('Comes at noon');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText(/it is not known whether this was done/)).toBeVisible();
    await arrive();
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByLabel('New note')).toHaveValue('');
    await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('a correction', async () => {
    await page.getByRole('button', { name: 'Edit…' }).click();
    await dialog.getByLabel('Full Name').fill('Asha R. Nair');
    const arrive = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectNotKnown(dialog.getByRole('alert'));
    await arrive();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Asha R. Nair is saved.')).toBeVisible();
  });

  await test.step('the pass once more', async () => {
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Send pass again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send pass again' }).click();
    await expect(page.getByText(/the candidate may get it twice/)).toBeVisible();
    await arrive();
  });

  await test.step('a withdrawal', async () => {
    await page.getByRole('button', { name: 'Withdraw pass…' }).click();
    await dialog.getByLabel('Reason').fill('Given away');
    const arrive = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Withdraw pass' }).click();
    await expectNotKnown(dialog.getByRole('alert'));
    await arrive();
    await dialog.getByRole('button', { name: 'Withdraw pass' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('The pass is withdrawn already');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await answerQuestion(page, 'Leave without saving?', 'Leave');
  });

  await test.step('a refund', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Refund…' }).click();
    await dialog.getByLabel('Amount (Rs)').fill('₹1,000.00');
    await dialog.getByLabel('Reason').fill('One exam less');
    const arrive = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Refund Rs 1,000' }).click();
    await expectNotKnown(dialog.getByRole('alert'));
    await arrive();
    await dialog.getByRole('button', { name: 'Refund Rs 1,000' }).click();
    await expect(page.getByText('Rs 1,850 paid, Rs 1,000 refunded')).toBeVisible();
  });

  await test.step('what is dealt with', async () => {
    await page.goto('/dashboard/attention');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Mark as dealt with: Pass came back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as dealt with' }).click();
    await expect(page.getByText(/it is not known whether it was marked as dealt with/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark as dealt with: Pass came back' })).toHaveCount(0);
    await arrive();
  });
});

test('the catalogue', async ({ page }) => {
  const one = (text: string) => page.getByText(text, { exact: true });
  await openPortal(page, '/dashboard/exam-manager', 'Stream Management');

  await test.step('a new stream and a new exam are made once', async () => {
    const again = await loseAnswersTo(page, 'Add Category', () =>
      page.getByLabel('Category Name').fill('Marine Sciences'),
    );
    await again();
    await expect(page.getByText('Exam created successfully')).toBeVisible();
    const stream = page.getByRole('button', { name: 'Marine Sciences', exact: true });
    await expect(stream).toHaveCount(1);
    await stream.click();
    await page.getByRole('button', { name: 'Add Exam Detail to Marine Sciences' }).click();
    const form = page.getByRole('form', { name: 'Add Exam Detail' });
    await form.getByLabel('Date').fill(firstDay.date);
    await form.getByLabel('Start Time').fill('10:00');
    await form.getByLabel('End Time').fill('12:30');
    await form.getByLabel('Fee').fill('Rs 1,250/-');
    await form.getByLabel('Exam Name').fill('B.Sc Oceanography');
    const saved = await loseAnswersTo(page, 'Save Exam Detail');
    await saved();
    await expect(page.getByText('Exam detail created successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit B.Sc Oceanography' })).toHaveCount(1);
  });

  await test.step('a new college and a new package are made once', async () => {
    await page.goto('/dashboard/colleges/new');
    const college = await loseAnswersTo(page, 'Create College', () =>
      page.getByLabel('College Name').fill('Harbour College'),
    );
    await college();
    await expect(page.getByText('College created successfully')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Harbour College' })).toHaveCount(1);
    await page.goto('/dashboard/packages/new');
    const created = await loseAnswersTo(page, 'Create Package', () =>
      fillPackage(page, 'Harbour Exam', '1,300'),
    );
    await created();
    await expect(page.getByText('Package created successfully')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Harbour Exam' })).toHaveCount(1);
  });

  await test.step('an edit is pressed again, and is found to be saved', async () => {
    await page.getByRole('link', { name: 'Edit Harbour Exam' }).click();
    await page.getByLabel('Price').fill('1,400.00');
    const arrive = await loseAnswers(page);
    await save(page, 'Update Package');
    await expectNotKnown(alerts(page));
    await arrive();
    await save(page, 'Update Package');
    await expect(alerts(page)).toContainText('most likely by you');
    await page.getByRole('button', { name: 'Load the newer version' }).click();
    await expect(page.getByLabel('Price')).toHaveValue('1400');
  });

  await test.step('a deletion', async () => {
    await page.goto('/dashboard/colleges');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Delete Harbour College' }).click();
    await answerQuestion(page, 'Are you sure you want to delete this college?', 'Delete');
    await expect(one('Harbour College')).toBeHidden();
    await expectNotKnown(alerts(page));
    await arrive();
  });
});

test('a banner is added once', async ({ page }) => {
  await openPortal(page, '/dashboard/brand-manager', 'Brand Management');
  await page.getByLabel(/Name/).fill('Bright FM');
  await page.getByLabel('Image', { exact: false }).setInputFiles(await logo(page, 300, 120));
  await expect(page.getByText('The picture is ready to be saved.')).toBeVisible();
  const again = await loseAnswersTo(page, /^Add /);
  await again();
  await expect(page.getByText('Banner added successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Bright FM' })).toHaveCount(1);
});

test('accounts, exports, the sheet and the end of the event', async ({
  page,
  request,
  system,
  complaints,
}) => {
  await openPortal(page, '/dashboard/administrators', 'Administrators');
  await test.step('an invitation', async () => {
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByLabel('Username').fill('clerk-one');
    await dialog.getByLabel('Role').selectOption('Counter');
    const arrive = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expectNotKnown(dialog.getByRole('alert'));
    await arrive();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(dialog.getByText(/taken|already/i)).toBeVisible();
  });

  await test.step('an export is in the list', async () => {
    await page.goto('/dashboard/exports');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expectNotKnown(alerts(page));
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1);
    await arrive();
  });

  await test.step('the sheet', async () => {
    complaints.expect(/could not be synced/);
    await page.goto('/dashboard/sheet-sync');
    await expect(page.getByText('Last Sync: Never')).toBeVisible();
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Sync Now' }).click();
    await expectAlert(page, 'It is not known how the sync ended.');
    await expectNotKnown(alerts(page));
    await expect(page.getByText('Last Sync: Never')).toBeHidden();
    await arrive();
    await page.getByRole('button', { name: 'Sync Now' }).click();
    await expectAlert(page, 'Sync successful! Nothing has changed since the last sync.');
  });

  await test.step('the settings of the event', async () => {
    await page.goto('/dashboard/event');
    await page.getByLabel('Registration closes').fill('2031-05-30T18:00');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectNotKnown(alerts(page));
    await arrive();
    await expect(page.getByLabel('Registration closes')).toHaveValue('2031-05-30T18:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The settings are saved.')).toBeVisible();
  });

  await test.step('closing registration', async () => {
    await page.goto('/dashboard/closing');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Close registration' }).click();
    await answerQuestion(page, 'Close registration?', 'Close registration');
    await expectNotKnown(alerts(page));
    await expect(page.getByRole('button', { name: 'Open registration again' })).toBeVisible();
    await arrive();
  });

  await test.step('one of the own sessions', async () => {
    complaints.expect(/status of 401/);
    const headers = await signedIn(request, system.siteUrl);
    const asked = async () =>
      (await request.get(`${system.siteUrl}/api/admin/sessions`, { headers })).status();
    expect(await asked()).toBe(200);
    await page.goto('/dashboard/account');
    // The one that was used last stands first, below this one.
    const others = page.getByLabel('Your sessions').getByRole('button', { name: 'Sign out' });
    await others.first().click();
    const dialog = page.getByRole('dialog', { name: /^Sign out / });
    await dialog.getByLabel('Your password').fill(administrator.password);
    const arrive = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expectNotKnown(dialog.getByRole('alert'));
    await expect(dialog.getByRole('alert')).toContainText('if you have to sign in again, it was');
    await arrive();
    expect(await asked()).toBe(401);
    await page.reload();
    await fillLogin(page);
    await expect(heading(page, 'My account')).toBeVisible();
  });

  await test.step('the own password, and signing in with it', async () => {
    await page.goto('/dashboard/account');
    await page.getByLabel('Current password').fill(administrator.password);
    await page.getByLabel('New password').fill('kadavu plum lantern 42');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectNotKnown(alerts(page));
    await expect(alerts(page)).toContainText('Your new password is the right one then.');
    await page.reload();
    await fillLogin(page, 'kadavu plum lantern 42');
    await expect(alerts(page)).toHaveText('Login failed. Please try again.');
    await arrive();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(page, 'My account')).toBeVisible();
  });

  await test.step('the second factor', async () => {
    const begun = await loseAnswers(page);
    await page.getByRole('button', { name: 'Set up second factor' }).click();
    await expectNotKnown(alerts(page));
    await begun();
    await page.getByRole('button', { name: 'Set up second factor' }).click();
    const key = (await page.locator('code').textContent()) ?? '';
    await page.getByLabel('Your password').fill('kadavu plum lantern 42');
    await page.getByLabel('Code from the app').fill(await codeOf(key));
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expectNotKnown(alerts(page));
    await expect(alerts(page)).toContainText('that is how you get recovery codes');
    await arrive();
    await page.reload();
    await fillLogin(page, 'kadavu plum lantern 42');
    await expect(page.getByLabel('Code from your authenticator app')).toBeVisible();
  });
});

test('the site: a message, a request for passes, and a registration', async ({ page, outside }) => {
  await test.step('a message', async () => {
    await page.goto('/contact-us');
    await page.getByLabel('Your Name').fill('Asha Nair');
    await page.getByLabel('Your Email').fill('asha@example.com');
    await page.getByLabel('Your Message').fill('Where do I park?');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(alerts(page)).toContainText('we do not know whether your message was sent');
    await arrive();
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(/Your message has been sent/)).toBeVisible();
  });

  await test.step('a request for passes', async () => {
    await page.goto('/find-pass');
    await page.getByLabel(/Email/).fill('asha@example.com');
    const arrive = await loseAnswers(page);
    await page.getByRole('button', { name: /Send/ }).first().click();
    await expect(alerts(page)).toContainText('we do not know whether your request arrived');
    await arrive();
  });

  await test.step('a registration', async () => {
    const student = newStudent();
    await openForm(page);
    await allColleges.choose(page);
    await fill(page, student);
    const arrive = await loseAnswers(page, '**/api/payments/create-order');
    await registerButton(page).click();
    await expect(alerts(page)).toContainText('No answer came from the server');
    // Sent again three times by itself, under one key.
    expect(await arrive()).toBe(4);
    await registerButton(page).click();
    const orderId = await orderOnPaymentPage(page);
    expect(await outside.ordersOf(student.email)).toBe(1);

    await openPortal(page, `/dashboard/customersdetails/${orderId.split('-')[0] ?? ''}`, 'Candidate Details');
    const asked = await loseAnswers(page);
    await page.getByRole('button', { name: 'Ask the payment provider again' }).click();
    await expect(page.getByText(/it is not known whether this was done/)).toBeVisible();
    await asked();
    await page.getByRole('button', { name: 'Ask the payment provider again' }).click();
    // The verdict above it says so without a full stop.
    await expect(page.getByText(/^The payment is \w+\.$/)).toBeVisible();
  });
});
