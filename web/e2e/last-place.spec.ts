// Who holds the last place of an exam and finds a mistake in the form keeps it.
import { changeExam } from './support/catalogue';
import {
  expectPass,
  leaveForPayment,
  newStudent,
  oneExam,
  openForm,
  paymentPage,
  fill,
} from './support/registration';
import { expect, test } from './support/test';

// Places are everybody's.
test.use({ hasOwnSystem: true, isTranslated: true });

test('the last place stays with who holds it and corrects the form, and is sold out to others', async ({
  page,
  browser,
}) => {
  const student = newStudent();
  await openForm(page);
  await oneExam.choose(page);
  const chosen = await page.getByLabel('Course', { exact: true }).inputValue();
  const site = new URL(page.url()).origin;
  await changeExam(
    page.request,
    site,
    ({ _id }) => _id === chosen,
    () => ({ capacity: 1 }),
  );
  await fill(page, { ...student, email: `mistyped.${student.email}` });
  const first = await leaveForPayment(page);

  const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await openForm(other);
  await other.getByRole('radio', { name: /Single Exam/ }).check();
  await other.getByLabel('College', { exact: true }).selectOption({ index: 2 });
  await expect(other.getByRole('option', { name: /Sold out/ })).toBeDisabled();
  await other.context().close();

  await page.goBack();
  await page.goto('/#register');
  await fill(page, student);
  const second = await leaveForPayment(page);
  expect(second).not.toBe(first);
  await paymentPage.payByUpi(page);
  await expectPass(page, second, student);
  // Nobody can pay for what was mistyped any more.
  const earlier = await page.request.get(`${site}/api/payments/status/${first}`);
  expect(await earlier.json()).toMatchObject({ status: 'FAILED' });
});
