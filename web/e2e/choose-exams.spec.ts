// Who has bought all exams says on the pass which to sit, on a phone; staff see it and change it.
import { openPortal } from './support/portal';
import { allColleges, buyPass, newStudent } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

test.use({ hasOwnSystem: true, isTranslated: true });

interface Offers {
  exams: { course: string; examName: string }[];
}

test('exams are chosen on the pass, clashes are told, and what is saved is there again @core', async ({
  page,
  browser,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const student = newStudent();
  const orderId = await buyPass(page, allColleges, student);
  const choice = page.getByRole('region', { name: 'Choose your exams' });
  // These two of the samples are at one time.
  const design = choice.getByRole('checkbox', { name: /^Bachelor of Design/ });
  await design.check();
  await expect(choice.getByText('At the same time as Bachelor of Design')).toBeVisible();
  const clashing = choice.getByRole('checkbox', { name: /^B\.Tech Mechanical Engineering/ });
  await expect(clashing).toBeDisabled();
  await expect(clashing).not.toBeChecked();
  await expectSoundScreen(page);

  // The answer is lost on the way: pressing again saves it once.
  const address = `**/api/order/${orderId}/exams`;
  complaints.expect(/net::ERR_FAILED/);
  await page.route(address, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await choice.getByRole('button', { name: 'Save 1 exam' }).click();
  await expect(choice.getByRole('alert')).toContainText('Please press the button again');
  await expect(design).toBeChecked();
  await page.unroute(address);
  await choice.getByRole('button', { name: 'Save 1 exam' }).click();
  const chosen = page.getByRole('region', { name: 'Your choice of exams' });
  await expect(chosen.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expectSoundScreen(page);
  await page.reload();
  await expect(chosen.getByRole('checkbox', { name: /^Bachelor of Design/ })).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Your exam', exact: true })).toBeVisible();

  const site = new URL(page.url()).origin;
  const offers = (await (await page.request.get(`${site}/api/order/${orderId}/exams`)).json()) as Offers;
  expect(offers.exams.length).toBeGreaterThan(1);
  const office = await (await browser.newContext()).newPage();
  const candidate = orderId.split('-')[0] ?? '';
  await openPortal(office, `${site}/dashboard/customersdetails/${candidate}`, 'Candidate Details');
  const section = office.getByRole('region', { name: 'Chosen exams' });
  const chosenThere = section.getByRole('checkbox', { name: /^Bachelor of Design/ });
  await expect(chosenThere).toBeChecked();
  await expectSoundScreenAtEachWidth(office);
  await chosenThere.uncheck();
  await section.getByRole('button', { name: 'Save: no exam' }).click();
  await expect(office.getByText('Exams chosen').first()).toBeVisible();

  await office.goto(`${site}/dashboard/seats`);
  await office.getByRole('button', { name: 'Fill in for the others' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Fill in' }).click();
  await expect(office.getByText('are being mailed what was chosen')).toBeVisible();
  await expectSoundScreen(office);
  await office.getByRole('link', { name: 'See the message' }).click();
  await expect(office.getByRole('heading', { name: 'Your exams are on your pass' })).toBeVisible();
});
