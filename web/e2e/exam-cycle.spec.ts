// The life of an exam for a candidate: paid for with every other, chosen, seated, on a hall ticket and at a door without a network,
// and its result published, mailed, seen and printed.
import { changeExam } from './support/catalogue';
import { expectKept, expectVerdict, Office, openDoor, passOf, scanByKeyboard, verdict } from './support/door';
import { printed } from './support/paper';
import { openPortal } from './support/portal';
import { allColleges, buyPass, newStudent } from './support/registration';
import { expectNoClippedText, expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// Halls, seats and results are everybody's.
test.use({ hasOwnSystem: true, isTranslated: true });

interface PassAnswer {
  pass_no: string;
  exams: { examName: string }[];
}

test('an exam is chosen, seated, sat, and its result is mailed, seen and printed @core', async ({
  page,
  browser,
  outside,
  request,
  system,
}) => {
  const student = newStudent();
  const orderId = await buyPass(page, allColleges, student);
  const choice = page.getByRole('region', { name: 'Choose your exams' });
  await choice.getByRole('checkbox', { name: /^Bachelor of Design/ }).check();
  await choice.getByRole('button', { name: 'Save 1 exam' }).click();
  await expect(page.getByRole('heading', { name: 'Your exam', exact: true })).toBeVisible();
  const site = new URL(page.url()).origin;
  const pass = (await (await page.request.get(`${site}/api/order/${orderId}`)).json()) as PassAnswer;
  const examName = pass.exams[0]?.examName ?? '';

  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await openPortal(office, `${site}/dashboard/halls`, 'Halls');
  await office.getByLabel('Name').fill('Hall 9');
  await office.getByLabel('Rows').fill('2');
  await office.getByLabel('Seats a row').fill('3');
  await office.getByRole('button', { name: 'Add hall' }).click();
  await expect(office.getByText('6 seats · 2 rows of 3')).toBeVisible();
  await office.goto(`${site}/dashboard/seats`);
  await office
    .getByRole('link', { name: `Seats of ${examName}` })
    .first()
    .click();
  await expect(office.getByText('This exam has no hall yet.')).toBeVisible();
  await changeExam(
    page.request,
    site,
    (exam) => exam.examName === examName,
    async (asked) => {
      const [hall] = await asked<{ _id: string }[]>('/api/halls');
      return { halls: [hall?._id] };
    },
  );
  await office.reload();
  await office.getByRole('button', { name: 'Assign seats' }).click();
  await expect(office.getByRole('button', { name: `A1, ${student.name}` })).toBeVisible();
  await office.getByRole('button', { name: 'Publish the seats' }).click();
  await office.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(office.getByText('Published', { exact: true })).toBeVisible();

  const hallTicket = `${site}/hall-ticket?order_id=${orderId}`;
  await page.goto(hallTicket);
  await expect(page.getByRole('heading', { level: 1, name: 'Hall ticket' })).toBeVisible();
  await expect(page.getByText('Hall 9', { exact: true })).toBeVisible();
  await expect(page.getByText('A1', { exact: true })).toBeVisible();
  await expectSoundScreen(page);
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  await page.screenshot({ path: test.info().outputPath('hall-ticket.png'), fullPage: true });
  await page.getByRole('main').getByRole('link', { name: 'Your pass' }).click();
  await expect(page.getByText('Seat A1')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('pass.png'), fullPage: true });

  const staff = await Office.open(request, system.siteUrl);
  const lists = await staff.lists();
  const list = lists.find(({ label }) => label.startsWith(examName));
  await staff.rosterHas(list?.list ?? '', 1);
  const phone = await browser.newContext({ viewport: page.viewportSize() });
  const door = await phone.newPage();
  await openDoor(door, list?.label ?? '', 'Hall 9', site);
  await expectKept(door);
  await phone.setOffline(true);
  await expect(door.getByText(/^Offline since/)).toBeVisible();
  await scanByKeyboard(door, passOf(orderId).code);
  await expectVerdict(door, 'Admitted', student.name, /Hall 9.*A1/);
  await expectSoundScreen(door);
  await door.screenshot({ path: test.info().outputPath('door.png'), fullPage: true });
  await phone.setOffline(false);
  await expect(verdict(door).getByText('All sent')).toBeVisible();
  await phone.close();

  await office.goto(`${site}/dashboard/results`);
  await office.getByRole('link', { name: examName }).first().click();
  await office
    .getByRole('textbox', { name: 'Results' })
    .fill(`Pass No;Name;Marks;Out of;Rank;Scholarship %\n${pass.pass_no};${student.name};87.5;100;1;50`);
  await office.getByRole('button', { name: 'Check the file' }).click();
  await office.getByRole('button', { name: 'Take it as the draft' }).click();
  await office.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(office.getByRole('checkbox', { name: 'Mail the candidates' })).toBeChecked();
  await expectSoundScreen(office);
  await office.getByRole('button', { name: 'Publish now' }).click();
  await office.getByRole('link', { name: 'Mails to the candidates' }).click();
  const mailsOfResults = async () =>
    (await outside.mailsTo(student.email)).filter(({ subject }) => subject.includes(examName));
  // They wait for mails that are due, and go out when the reconciler looks again.
  await expect(async () => {
    await outside.reconcile();
    expect(await mailsOfResults()).not.toHaveLength(0);
  }).toPass();
  await expect(office.getByText('Sent', { exact: true }).first()).toBeVisible();
  await expectSoundScreen(office);
  await office.context().close();

  const mails = await mailsOfResults();
  expect(mails).toHaveLength(1);
  const link = `${site}/results?order_id=${orderId}`;
  for (const part of [mails[0]?.text, mails[0]?.html]) {
    expect(part).toContain(link);
    expect(part).not.toContain('87.5');
  }
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Your results' })).toBeVisible();
  await expect(page.getByText('87.5 of 100')).toBeVisible();
  await expectSoundScreen(page);
  await expectNoClippedText(page);
  await page.screenshot({ path: test.info().outputPath('results.png'), fullPage: true });
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
});
