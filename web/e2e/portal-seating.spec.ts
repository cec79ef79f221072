// An administrator makes a hall, assigns the seats of an exam, corrects them by keyboard and by dragging, and publishes them.
import { allCollegesAtCounter, fillCounterForm, openPortal } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

// Everybody sits in the halls of one system.
test.use({ hasOwnSystem: true, isTranslated: true });

const exam = 'B.Tech Computer Science';

test('seats are assigned in a hall, moved, published and seen again @core', async ({ page }) => {
  const students = [newStudent(), { ...newStudent(), name: 'Binu Varghese' }];
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  for (const student of students) {
    await page.goto('/dashboard/customers-new');
    await fillCounterForm(page, allCollegesAtCounter, student);
    await page.getByRole('button', { name: 'Register and mark paid' }).click();
    await expect(page.locator('#receipt')).toContainText(student.name);
    await page.getByRole('link', { name: 'Choose the exams' }).click();
    await expect(page.getByRole('heading', { name: 'Chosen exams' })).toBeInViewport();
    const exams = page.getByRole('region', { name: 'Chosen exams' });
    await exams.getByRole('checkbox', { name: exam }).first().check();
    await exams.getByRole('button', { name: 'Save 1 exam' }).click();
    await expect(exams.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  }

  await page.goto('/dashboard/halls');
  await page.getByLabel('Name').fill('Hall 9');
  await page.getByLabel('Rows').fill('3');
  await page.getByLabel('Seats a row').fill('4');
  await page.getByRole('button', { name: 'A2, blocked' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('10 seats', { exact: true })).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await page.getByRole('button', { name: 'Add hall' }).click();
  await expect(page.getByText('10 seats · 3 rows of 4')).toBeVisible();

  await page.goto('/dashboard/exam-manager');
  await page.getByRole('button', { name: 'Engineering', exact: true }).click();
  await page
    .getByRole('button', { name: `Edit ${exam}` })
    .first()
    .click();
  await page.getByLabel('Hall 9, 10 seats').check();
  await page.getByLabel('Reporting Time').fill('09:30');
  await page.getByRole('button', { name: 'Update Exam Detail' }).click();
  await expect(page.getByText('Exam detail updated successfully')).toBeVisible();

  await page.goto('/dashboard/seats');
  await expect(page.getByText('Halls: Hall 9')).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await page
    .getByRole('link', { name: `Seats of ${exam}` })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'How it stands' })).toContainText('Not assigned');
  // The lists follow the registration by a moment.
  await page.getByRole('button', { name: 'Assign seats' }).click();
  await expect(async () => {
    await page.getByRole('button', { name: 'Assign again as a draft' }).click();
    // One that is under way still would change the plan below, where people are moved.
    const assigned = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/api\/seating\/[^/]+$/.test(answer.url()),
    );
    await page.getByRole('alertdialog').getByRole('button', { name: 'Assign again' }).click();
    await assigned;
    await expect(page.getByText('2 candidates have a seat, 0 have none.')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectSoundScreenAtEachWidth(page);

  // By keyboard to a free seat, then by dragging in exchange with the other.
  await page.getByRole('button', { name: /^A1, / }).press('Enter');
  await expect(page.getByText('is picked up')).toBeVisible();
  await expectSoundScreen(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'A1, free' })).toBeVisible();
  const [one, other] = [
    page.getByRole('button', { name: /^B1, / }),
    page.getByRole('button', { name: /^A3, / }),
  ];
  await one.dragTo(other);
  await page.getByRole('button', { name: 'Change places' }).click();
  await expect(other).toHaveAttribute('aria-label', 'A3, Asha Nair');
  await expect(one).toHaveAttribute('aria-label', 'B1, Binu Varghese');
  await expect(page.getByText('is picked up')).toBeHidden();

  // Who is found by name is picked up as well, and put back.
  await page.getByLabel('Find by name or pass number').fill('binu v');
  await expect(page.getByRole('list', { name: 'Found' })).toContainText('B1, Hall 9');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Pick up Binu Varghese' }).press('Enter');
  await expect(page.getByRole('button', { name: 'B1, Binu Varghese, picked up' })).toBeVisible();
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(one).toHaveAttribute('aria-label', 'B1, Binu Varghese');

  await page.getByRole('button', { name: 'Publish the seats' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('2 candidates get a seat.');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.reload();
  await expect(other).toHaveAttribute('aria-label', 'A3, Asha Nair');
  await expectSoundScreenAtEachWidth(page);

  for (const [button, text] of [
    ['Print door list of Hall 9', 'Signature'],
    ['Print desk labels of Hall 9', `${exam}, Hall 9`],
    ['Print plan of Hall 9', 'Front'],
  ] as const) {
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: button }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('#seating-paper')).toContainText(text);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  }

  await page.getByRole('link', { name: 'All exams' }).click();
  const card = page.getByRole('region', { name: exam, exact: true });
  await expect(card.getByText('Published')).toBeVisible();
  await expect(card.getByText('2 candidates have a seat')).toBeVisible();
});
