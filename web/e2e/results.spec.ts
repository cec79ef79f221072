// Results of an exam: from the school's file in the portal to the letter of a candidate.
import { printed } from './support/paper';
import { openPortal } from './support/portal';
import { buyPass, newStudent, oneExam } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

// What is published is everybody's.
test.use({ hasOwnSystem: true, isTranslated: true });

interface PassAnswer {
  pass_no: string;
  exams: { examName: string }[];
}

test('a file is mended line by line, taken, published, and seen by the candidate alone @core', async ({
  page,
  browser,
  complaints,
}) => {
  // Before anything is published, the browser says so in its console.
  complaints.expect(/404 .*\/results/);
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);
  const site = new URL(page.url()).origin;
  const pass = (await (await page.request.get(`${site}/api/order/${orderId}`)).json()) as PassAnswer;
  const examName = pass.exams[0]?.examName ?? '';

  await page.getByRole('link', { name: 'Your results' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No results yet' })).toBeVisible();
  await expectSoundScreen(page);

  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await openPortal(office, `${site}/dashboard/results`, 'Results');
  await expectSoundScreenAtEachWidth(office);
  await office.getByRole('link', { name: examName }).first().click();
  await office
    .getByRole('textbox', { name: 'Results' })
    .fill(`Pass No;Name;Marks;Out of;Rank\n${pass.pass_no};Somebody Else;101;100;1\nCZ6S 4932 KF26;;AB;;`);
  await office.getByRole('button', { name: 'Check the file' }).click();
  const mistakes = office.getByRole('region', { name: 'To be mended' });
  await expect(mistakes).toContainText('These are more marks than can be reached.');
  await expect(mistakes).toContainText('There is no pass with this number.');
  await expectSoundScreenAtEachWidth(office);
  await office
    .getByRole('textbox', { name: 'Results' })
    .fill(`Pass No;Name;Marks;Out of;Rank\n${pass.pass_no};Somebody Else;87.5;100;1`);
  await office.getByRole('button', { name: 'Check the file' }).click();
  await expect(office.getByRole('region', { name: 'To be looked at' })).toContainText(student.name);
  await office.getByRole('button', { name: 'Take it as the draft' }).press('Enter');
  await office.getByRole('button', { name: `Correct ${student.name}` }).click();
  await office.getByLabel('Marks').fill('88.25');
  await office.getByLabel('Reason').fill('Question 7 was counted twice');
  await office.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(office.getByRole('region', { name: 'Corrections' })).toContainText('Question 7');
  await expectSoundScreenAtEachWidth(office);
  await office.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectSoundScreen(office);
  await office.getByRole('button', { name: 'Publish now' }).click();
  await expect(office.getByRole('link', { name: 'Write to the candidates' })).toBeVisible();

  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your results' })).toBeVisible();
  const result = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: examName }) });
  await expect(result).toContainText('88.25 of 100');
  await expectSoundScreen(page);
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);

  await office.getByRole('button', { name: 'Withdraw' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(office.getByText('The results are withdrawn')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'No results yet' })).toBeVisible();
  await office.context().close();
});

test('the letter with every exam of the event is one page of paper', async ({ page }) => {
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);
  await page.route(`**/api/order/${orderId}/results`, async (route) => {
    const results = Array.from({ length: 16 }, (_, at) => ({
      examName: `Bachelor of Technology in Computer Science ${String(at)}`,
      collegeName: 'Ashtamudi Institute of Hospitality and Management, Kollam',
      marks: 87.25,
      out_of: 100,
      rank: 1234,
      scholarship_percent: 12.5,
      absent: at === 3,
      remark: 'The college writes to you about the first semester',
    }));
    await route.fulfill({ json: results });
  });
  await page.goto(`/results?order_id=${orderId}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(16);
  await expectSoundScreen(page);
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
});
