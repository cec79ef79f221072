// Finding candidates: filters and their mixes, paging, and what the list says when there is nobody.
import { Counter, heading, openPortal } from './support/portal';
import { newStudent } from './support/registration';
import { expectFits, expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

// Totals are only known where nobody else registers.
test.use({ hasOwnSystem: true });

const modes = ['cash', 'card', 'upi'];

async function registerMany(counter: Counter, number: number): Promise<string[]> {
  const emails: string[] = [];
  for (let index = 0; index < number; index += 1) {
    const student = { ...newStudent(), name: `Student ${String(index)}` };
    emails.push(student.email);
    await counter.register(student, modes[index % modes.length]);
  }
  await expect.poll(() => counter.count('status=CREATED')).toBe(number);
  return emails;
}

test('an empty list says so @core', async ({ page }) => {
  await openPortal(page, '/dashboard/customer-list', 'Candidate Management');
  await expect(page.getByText('Nobody has registered yet.')).toBeVisible();
  await expect(page.getByText('Showing 0 to 0 of 0 customers')).toBeVisible();
  await expectSoundScreen(page);
});

test('paging, filters and their mixes', async ({ page, request, system }) => {
  test.slow();
  const counter = await Counter.open(request, system.siteUrl);
  const emails = await registerMany(counter, 23);
  await openPortal(page, '/dashboard/customer-list', 'Candidate Management');

  await test.step('nobody has paid, and that is what the list begins with', async () => {
    await expect(page.getByLabel('Payment Status')).toHaveValue('PAID');
    await expect(page.getByText('No customers match these filters.')).toBeVisible();
  });

  await test.step('pages, to the last one and back', async () => {
    await page.getByLabel('Payment Status').selectOption('CREATED');
    await expect(page.getByText('Showing 1 to 10 of 23 customers')).toBeVisible();
    await expectSoundScreen(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Showing 11 to 20 of 23 customers')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Showing 21 to 23 of 23 customers')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await expect(page.getByText('Student 0', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Showing 21 to 23 of 23 customers')).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByText('Showing 11 to 20 of 23 customers')).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByText('Showing 1 to 10 of 23 customers')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await expect(page.getByText('Student 22', { exact: true })).toBeVisible();
  });

  await test.step('as many on a page as one wants, also the next time', async () => {
    await page.getByLabel('Rows per page').selectOption('25');
    await expect(page.getByText('Showing 1 to 23 of 23 customers')).toBeVisible();
    await expectSoundScreen(page);
    await page.goto('/dashboard/customer-list?status=CREATED');
    await expect(page.getByText('Showing 1 to 23 of 23 customers')).toBeVisible();
    await page.getByLabel('Rows per page').selectOption('10');
    await expect(page.getByText('Showing 1 to 10 of 23 customers')).toBeVisible();
  });

  await test.step('mixes', async () => {
    await page.getByLabel('Payment Mode').selectOption('UPI');
    await expect(page.getByText('Showing 1 to 7 of 7 customers')).toBeVisible();
    await page.getByLabel('Course Category').selectOption('All courses (all-inclusive)');
    await expect(page.getByText('Showing 1 to 7 of 7 customers')).toBeVisible();
    await page.getByLabel('Payment Mode').selectOption('Online');
    await expect(page.getByText('No customers match these filters.')).toBeVisible();
    await page.getByLabel('Payment Mode').selectOption('');
    await page.getByLabel('Course Category').selectOption({ index: 2 });
    await expect(page.getByText('Showing 0 to 0 of 0 customers')).toBeVisible();
  });

  await test.step('further filters, which the address keeps, and what was reversed', async () => {
    await page.goto('/dashboard/customer-list?status=CREATED&exam_preference=Offline');
    await expect(page.getByLabel('Exam Preference')).toHaveValue('Offline');
    await expect(page.getByText('Showing 1 to 10 of 23 customers')).toBeVisible();
    await expectSoundScreen(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Showing 11 to 20 of 23 customers')).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByText('Showing 1 to 10 of 23 customers')).toBeVisible();
    await page.getByLabel('Registered from').fill('2030-01-01');
    await expect(page.getByText('Showing 0 to 0 of 0 customers')).toBeVisible();
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await page.getByRole('button', { name: /^REFUNDED/ }).click();
    await expect(page.getByText('No customers match these filters.')).toBeVisible();
    await expect(page.getByLabel('Payment Status')).toHaveValue('REFUNDED');
  });

  await test.step('the beginning of an e-mail address, asked for once the typing pauses', async () => {
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await page.getByLabel('Payment Status').selectOption('All');
    await expect(page.getByText('of 23 customers')).toBeVisible();
    const asked: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().includes('/api/customers?'))
        asked.push(new URL(sent.url()).searchParams.get('email') ?? '');
    });
    const email = emails[4] ?? '';
    await page.getByLabel('Search by Email').pressSequentially(email.toUpperCase(), { delay: 10 });
    await expect(page.getByText('Showing 1 to 1 of 1 customers')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    expect(asked).toEqual([email.toUpperCase()]);
  });

  await test.step('a candidate and back, with the filters as they were', async () => {
    await page.getByRole('link', { name: 'View Student 4' }).click();
    await expect(heading(page, 'Candidate Details')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Search by Email')).toHaveValue((emails[4] ?? '').toUpperCase());
    await expect(page.getByText('Showing 1 to 1 of 1 customers')).toBeVisible();
  });

  await test.step('Reset Filters', async () => {
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await expect(page.getByLabel('Search by Email')).toHaveValue('');
    await expect(page.getByLabel('Payment Status')).toHaveValue('PAID');
    expect(new URL(page.url()).search).toBe('');
  });
});

test('Back to List leads to the page and the filters that one came from', async ({
  page,
  request,
  system,
}) => {
  const counter = await Counter.open(request, system.siteUrl);
  await registerMany(counter, 12);
  await openPortal(page, '/dashboard/customer-list', 'Candidate Management');
  await page.getByLabel('Payment Status').selectOption('CREATED');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Showing 11 to 12 of 12 customers')).toBeVisible();
  const list = page.url();
  await page.getByRole('link', { name: 'View Student 1', exact: true }).click();
  await expect(heading(page, 'Candidate Details')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Back to List' }).click();
  await expect(page.getByText('Showing 11 to 12 of 12 customers')).toBeVisible();
  expect(page.url()).toBe(list);
});

test('a name of 100 letters keeps every column in sight, and is whole at the press of a key @core', async ({
  page,
  request,
  system,
}) => {
  const counter = await Counter.open(request, system.siteUrl);
  const long = 'A'.repeat(100);
  await counter.register({ ...newStudent(), name: long }, 'cash');
  await counter.register({ ...newStudent(), name: 'Asha Rao' }, 'upi');
  await expect.poll(() => counter.count('status=CREATED')).toBe(2);
  await openPortal(page, '/dashboard/customer-list', 'Candidate Management');
  await page.getByLabel('Payment Status').selectOption('CREATED');
  const name = page.getByRole('button', { name: long });
  for (const width of [page.viewportSize()?.width ?? 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(name).toHaveAttribute('aria-expanded', 'false');
    // The table becomes cards, with buttons of their own, in the frames after a change of width.
    await expect.poll(async () => (await name.boundingBox())?.height).toBeLessThan(40);
    const view = page.getByRole('link', { name: `View ${long}` });
    const box = await view.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await expectFits(page);
    await name.focus();
    await page.keyboard.press('Enter');
    await expect(name).toHaveAttribute('aria-expanded', 'true');
    expect(await name.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
    await expectSoundScreenAtEachWidth(page);
    await name.press('Enter');
  }
});

test('a list that cannot be fetched says so, and recovers', async ({ page, complaints }) => {
  complaints.expect(/status of 500/);
  await openPortal(page, '/dashboard', 'Dashboard');
  await page.route('**/api/customers?*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.goto('/dashboard/customer-list');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch customers');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nobody has registered yet.')).toBeVisible();
});

test('anybody is found by name, phone, pass number and address, from every screen @core', async ({
  page,
  request,
  system,
}) => {
  const counter = await Counter.open(request, system.siteUrl);
  const student = { ...newStudent(), name: 'Zacharias Kurian', phone: '9812345077' };
  await counter.register(student, 'cash');
  await expect.poll(() => counter.count('status=CREATED')).toBe(1);

  await openPortal(page, '/dashboard/sheet-sync', 'Sheet Sync');
  await test.step('by Ctrl-K and the keyboard alone', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('kuri');
    await expect(page.getByRole('option', { name: /Zacharias Kurian/ })).toBeVisible();
    await expectSoundScreenAtEachWidth(page);
    await expect(page.getByText('1 shown. Arrow keys choose, Enter opens.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Candidate Details')).toBeVisible();
    await expect(page.getByRole('region', { name: student.name }).getByText('Not paid')).toBeVisible();
  });
  await test.step('and so are screens and actions', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('option', { name: 'Audit log' })).toBeVisible();
    await page.keyboard.type('write');
    await expect(page.getByRole('option')).toHaveText(['Write a messageAction']);
    await expectSoundScreenAtEachWidth(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.pathname === '/dashboard/messages/new');
    await page.goBack();
    await expect(heading(page, 'Candidate Details')).toBeVisible();
  });
  const id = await page.locator('dt:text("Customer ID") + dd').innerText();

  await test.step('in the list, which says where the status hides somebody', async () => {
    await page.goto('/dashboard/customer-list');
    const field = page.getByLabel('Find Anybody');
    for (const text of ['5077', `${id.slice(0, 4)} ${id.slice(4, 8)}`, student.email, 'zach kur']) {
      await field.fill(text);
      await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(text);
      await expect(page.getByText('1 match with status CREATED')).toBeVisible();
      await expect(page.getByText('No customers match these filters.')).toBeVisible();
    }
    await expectSoundScreenAtEachWidth(page);
    await page.getByRole('button', { name: 'show status CREATED' }).click();
    await expect(page.getByText(student.email, { exact: true }).first()).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('zach kur');
    await expect(page.getByText(student.email, { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: `View ${student.name}` }).click();
    await page.getByRole('link', { name: 'Back to List' }).click();
    await expect(field).toHaveValue('zach kur');
  });
});
