// The figures, the audit log, and the payments that need a person.
import { Counter, goTo, heading, openPortal } from './support/portal';
import { allColleges, buyPass, newStudent, register } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

// Figures are only known where nobody else registers.
test.use({ hasOwnSystem: true, isTranslated: true });

const figure = (page: Parameters<typeof openPortal>[0], name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');

test('the dashboard counts, and shows its charts as tables too @core', async ({ page, request, system }) => {
  const student = newStudent();
  await buyPass(page, allColleges, student);
  const counter = await Counter.open(request, system.siteUrl);
  await counter.register(newStudent());
  await expect.poll(() => counter.count('')).toBe(2);

  await openPortal(page, '/dashboard', 'Dashboard');
  for (const [name, value] of [
    ['Revenue', 'Rs 1,850'],
    ['Candidates', '2'],
    ['PAID', '1'],
    ['CREATED', '1'],
    ['PENDING', '0'],
  ] as const) {
    await expect(figure(page, name)).toHaveText(value);
  }
  await expect(page.getByText('No payment needs attention.')).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  const day = page.getByRole('region', { name: 'Registrations per day' });
  await expect(day.getByText('2 registered, 1 paid')).toBeVisible();
  await day.getByRole('button').click();
  await expect(day.getByRole('cell', { name: 'Rs 1,850' })).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('link', { name: student.name }).first().click();
  await expect(heading(page, 'Candidate Details')).toBeVisible();
});

test('a payment that came twice needs attention until an administrator has dealt with it', async ({
  page,
  outside,
  openFreshBrowser,
}) => {
  test.slow();
  const student = newStudent();
  const first = await register(page, allColleges, student);
  const elsewhere = await (await openFreshBrowser()).newPage();
  const second = await register(elsewhere, allColleges, student);
  await elsewhere.close();
  for (const orderId of [first, second]) await outside.attempt(orderId, 'SUCCESS');
  await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(2);

  await openPortal(page, '/dashboard', 'Dashboard');
  await expect(page.getByText('1 payment needs attention.')).toBeVisible();
  await page.getByRole('link', { name: 'See what to do' }).click();
  await expect(heading(page, 'Needs attention')).toBeVisible();
  await expect(page.getByText('Paid twice', { exact: true })).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('link', { name: `See candidate ${student.name}` }).click();
  await expect(heading(page, 'Candidate Details')).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: /^Mark as dealt with/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByText('Paid twice', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Mark as dealt with/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as dealt with' }).click();
  await expect(page.getByText('No payment needs attention.')).toBeVisible();
  await expect(heading(page, 'Needs attention')).toBeFocused();
  await goTo(page, 'Dashboard', 'Dashboard');
  await expect(page.getByText('No payment needs attention.')).toBeVisible();

  await goTo(page, 'Audit log', 'Audit log');
  // Not the message that says so, which is still there.
  await expect(page.getByLabel('Audit log').getByText('Marked as dealt with').first()).toBeVisible();
});

test('the audit log goes back to its beginning', async ({ page, request, system }) => {
  const counter = await Counter.open(request, system.siteUrl);
  for (let index = 0; index < 25; index += 1) await counter.register(newStudent());
  await openPortal(page, '/dashboard/audit-log', 'Audit log');
  await expect(page.getByText('Candidate registered').first()).toBeVisible();
  const registered = page.getByText('Candidate registered');
  expect(await registered.count()).toBeLessThan(25);
  await page.getByRole('button', { name: 'Show older entries' }).click();
  await expect(registered).toHaveCount(25);
  await expect(page.getByText('These are all entries.')).toBeVisible();
});

test('the audit log is narrowed down to a person and a kind, and leads to what was changed @core', async ({
  page,
  request,
  system,
}) => {
  const student = newStudent();
  const counter = await Counter.open(request, system.siteUrl);
  await counter.register(student);
  await openPortal(page, '/dashboard', 'Dashboard');
  await goTo(page, 'Audit log', 'Audit log');
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByLabel('What').selectOption('Candidates');
  await expect(page).toHaveURL(/kind=candidates/);
  const log = page.getByLabel('Audit log');
  await expect(log.getByText('Candidate registered').first()).toBeVisible();
  await expect(log.getByText('Signed in')).toHaveCount(0);
  await expectSoundScreenAtEachWidth(page);
  await filters.getByLabel('Who').fill('nobody');
  await expect(page.getByText('No entries match these filters.')).toBeVisible();
  await filters.getByRole('button', { name: 'Reset Filters' }).click();
  await log.getByRole('link', { name: student.name }).first().click();
  await expect(heading(page, 'Candidate Details')).toBeVisible();
});
