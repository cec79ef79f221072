// Seats are published: the pass names hall and seat, and the hall ticket is one page of paper.
import { printed } from './support/paper';
import { buyPass, newStudent, oneExam } from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// What the worker of the pass fetches cannot be answered here.
test.use({ serviceWorkers: 'block' });

interface Exam {
  examName: string;
  hall?: string;
  seat?: string;
  reportingTime?: string;
}

test('a pass names hall and seat once they are published, and prints a hall ticket @core', async ({
  page,
}) => {
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);
  await page.goto(`/hall-ticket?order_id=${orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'The seats are not out yet' })).toBeVisible();
  await expectSoundScreen(page);

  await page.route(`**/api/order/${orderId}`, async (route) => {
    const answer = await route.fetch();
    const pass = (await answer.json()) as { exams: Exam[] };
    const exams = pass.exams.map((exam) => ({
      ...exam,
      hall: 'Room 204',
      seat: 'B12',
      reportingTime: '09:30',
    }));
    await route.fulfill({ json: { ...pass, exams } });
  });
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hall ticket' })).toBeVisible();
  await expect(page.getByText('B12', { exact: true })).toBeVisible();
  await expectSoundScreen(page);
  await page.screenshot({ path: test.info().outputPath('hall-ticket.png'), fullPage: true });
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);

  await page.getByRole('main').getByRole('link', { name: 'Your pass' }).click();
  // The hall ticket says it, too, until the pass is there.
  await expect(page.getByRole('heading', { level: 1, name: 'You are registered' })).toBeVisible();
  await expect(page.getByText('Seat B12')).toBeVisible();
  await expectSoundScreen(page);
  await page.screenshot({ path: test.info().outputPath('pass.png'), fullPage: true });
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
});

test('the hall ticket with every exam of the event is one page of paper', async ({ page }) => {
  const orderId = await buyPass(page, oneExam, newStudent());
  await page.route(`**/api/order/${orderId}`, async (route) => {
    const answer = await route.fetch();
    const pass = (await answer.json()) as { exams: Exam[] };
    const exams = Array.from({ length: 16 }, (_, at) => ({
      ...pass.exams[0],
      examName: `Bachelor of Technology in Computer Science ${String(at)}`,
      collegeName: 'Ashtamudi Institute of Hospitality and Management, Kollam',
      hall: 'Examination Hall of the East Wing',
      seat: `C${String(at + 1)}`,
      reportingTime: '09:30',
    }));
    await route.fulfill({ json: { ...pass, exams } });
  });
  await page.goto(`/hall-ticket?order_id=${orderId}`);
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })).toHaveCount(
    16,
  );
  await expectSoundScreen(page);
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
});
