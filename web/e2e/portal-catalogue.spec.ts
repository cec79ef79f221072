// What an administrator does with streams, exams and colleges up to a package of them, what students then see, and how a
// failure is shown.
import { fillPackage, openPackages, save } from './support/catalogue';
import { Office, oneExam } from './support/door';
import { firstDay } from './support/event';
import { logo } from './support/pictures';
import { answerQuestion, goTo, heading, openPortal } from './support/portal';
import { fill, leaveForPayment, newStudent, openForm } from './support/registration';
import {
  expectSoundAt,
  expectSoundScreen,
  expectSoundScreenAtEachWidth,
  expectTabStops,
  officeSizes,
} from './support/screen';
import { expect, test } from './support/test';

// What is on sale changes: other tests buy meanwhile.
test.use({ hasOwnSystem: true, isTranslated: true });

const inWords = firstDay.date.split('-').reverse().join('/');

test('from a stream to an exam, a college and a package; a deleted college is no longer offered', async ({
  page,
  complaints,
}) => {
  // The question before an occupied hall is taken.
  complaints.expect(/status of 409/);
  await openPortal(page, '/dashboard/exam-manager', 'Stream Management');
  await save(page, 'Add Category');
  await expect(page.getByText('Category name is required')).toBeVisible();
  await page.getByLabel('Category Name').fill('Marine Sciences');
  await save(page, 'Add Category');
  await page.getByRole('button', { name: 'Marine Sciences', exact: true }).click();
  await expect(page.getByText('No exam details found')).toBeVisible();
  await expectSoundScreen(page);

  await page.getByRole('button', { name: 'Add Exam Detail to Marine Sciences' }).click();
  const form = page.getByRole('form', { name: 'Add Exam Detail' });
  await expect(form.getByText('JPG/PNG max 2MB')).toBeVisible();
  await save(page, 'Save Exam Detail');
  for (const text of [
    'Date is required',
    'Start time is required',
    'End time is required',
    'Fee is required',
  ]) {
    await expect(form.getByText(text)).toBeVisible();
  }
  await expectSoundScreen(page);
  await form.getByLabel('Image').setInputFiles(await logo(page, 300, 200));
  await form.getByLabel('Date').fill(firstDay.date);
  await form.getByLabel('Start Time').fill('10:00');
  await form.getByLabel('End Time').fill('09:30');
  await form.getByLabel('Fee').fill('250.50');
  await form.getByLabel('Venue').fill('Hall 2');
  await form.getByLabel('Exam Name').fill('B.Sc Oceanography');
  await save(page, 'Save Exam Detail');
  await expect(form.getByText('End time must be after the start time')).toBeVisible();
  await form.getByLabel('End Time').fill('12:30');
  await save(page, 'Save Exam Detail');
  // The hall is taken: it is said before anything is saved.
  const clash = page.getByRole('alertdialog', { name: 'Save the exam like this?' });
  await expect(clash).toContainText('Hall 2 has another exam at that time:');
  await expect(clash).toContainText('BBA Logistics');
  await expectSoundScreen(page);
  await answerQuestion(page, 'Save the exam like this?', 'Cancel');
  await expect(form.getByLabel('Venue')).toHaveValue('Hall 2');
  await save(page, 'Save Exam Detail');
  await answerQuestion(page, 'Save the exam like this?', 'Save all the same');
  await expect(page.getByText(`${inWords}, 10:00 am to 12:30 pm · Hall 2 · Rs 250.50`)).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Edit B.Sc Oceanography' }).click();
  await page.getByLabel('Venue').fill('Hall 9');
  await save(page, 'Update Exam Detail');
  await expect(page.getByText('Hall 9')).toBeVisible();

  await goTo(page, 'Package Management', 'Packages');
  await page.getByRole('link', { name: 'Colleges', exact: true }).click();
  await expect(heading(page, 'Colleges')).toBeVisible();
  await page.getByRole('link', { name: 'Create New College' }).click();
  await save(page, 'Create College');
  await expect(page.getByText('College name is required')).toBeVisible();
  await page.getByLabel('College Name').fill('Harbour College');
  const search = page.getByPlaceholder('Search exams...');
  await search.fill('nothing like it');
  await expect(page.getByText('No exams found matching your search')).toBeVisible();
  await expectSoundScreen(page);
  await search.fill('OCEANO');
  await page.getByLabel(`B.Sc Oceanography - ${inWords}`).check();
  await save(page, 'Create College');
  await expect(page.getByText('College created successfully')).toBeVisible();
  await expect(page.getByText('1 courses').first()).toBeVisible();
  await page.getByRole('link', { name: 'Edit Harbour College' }).click();
  await expect(heading(page, 'Edit College')).toBeVisible();
  await expect(page.getByLabel(`B.Sc Oceanography - ${inWords}`)).toBeChecked();
  await page.getByLabel('Description').fill('Beside the harbour.');
  await expectSoundScreen(page);
  await save(page, 'Update College');
  await expect(page.getByText('College updated successfully')).toBeVisible();
  await expect(page.getByText('Beside the harbour.')).toBeVisible();

  await page.getByRole('link', { name: 'Packages', exact: true }).click();
  await page.getByRole('link', { name: 'Create New Package' }).click();
  await fillPackage(page, 'Harbour Exam', '300');
  await page.getByLabel('Harbour College').check();
  await page.getByLabel('Nila Law College').check();
  await save(page, 'Create Package');
  await expect(page.getByText('Package created successfully')).toBeVisible();

  await openForm(page);
  await page.getByRole('radio', { name: /Harbour Exam/ }).check();
  await page.getByLabel('College', { exact: true }).selectOption('Harbour College');
  await page.getByLabel('Course', { exact: true }).selectOption('B.Sc Oceanography');
  await fill(page, newStudent());
  await leaveForPayment(page);
  await expect(page.getByText('₹300.00', { exact: true })).toBeVisible();

  await page.goto('/dashboard/colleges');
  await page.getByRole('button', { name: 'Delete Harbour College' }).click();
  await answerQuestion(page, 'Are you sure you want to delete this college?', 'Delete');
  await expect(page.getByText('Harbour College')).toBeHidden();
  await page.goto('/#register');
  // The choice of the last visit is still there, but for the college.
  await expect(page.getByRole('radio', { name: /Harbour Exam/ })).toBeChecked();
  await expect(page.getByLabel('College', { exact: true }).getByRole('option')).toHaveText([
    '-- Select College --',
    /^Nila Law College/,
  ]);

  await page.goto('/dashboard/exam-manager');
  await page.getByRole('button', { name: 'Marine Sciences', exact: true }).click();
  await page.getByRole('button', { name: 'Delete B.Sc Oceanography' }).click();
  await answerQuestion(page, 'Are you sure you want to delete this exam detail?', 'Cancel');
  await page.getByRole('button', { name: 'Delete B.Sc Oceanography' }).click();
  await answerQuestion(page, 'Are you sure you want to delete this exam detail?', 'Delete');
  await expect(page.getByText('No exam details found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Exam Detail to Marine Sciences' })).toBeFocused();
});

test('a stream is renamed, and deleted only when it is empty', async ({ page }) => {
  await openPortal(page, '/dashboard/exam-manager', 'Stream Management');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('in it:');
  await expect(dialog).toContainText('details first');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(dialog.getByRole('heading')).toHaveText(/ cannot be deleted$/);
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Category Name').fill('Short-lived');
  await save(page, 'Add Category');
  await page.getByRole('button', { name: 'Edit Short-lived' }).click();
  await page.getByLabel('Category Name').fill('Renamed');
  await save(page, 'Update Category');
  await page.getByRole('button', { name: 'Delete Renamed' }).click();
  await answerQuestion(page, 'Are you sure you want to delete this exam?', 'Delete');
  await expect(page.getByRole('button', { name: 'Delete Renamed' })).toBeHidden();
});

test('a failure is shown in its own words, and what was typed stays', async ({ page, complaints }) => {
  complaints.expect(/status of (500|422)|ERR_FAILED/);
  const broken = { status: 500, json: { code: 'internal', message: 'Something went wrong.' } };
  await openPackages(page);
  await page.route('**/api/packages', (route) => route.fulfill(broken));
  await page.getByRole('link', { name: 'Create New Package' }).click();
  await fillPackage(page, 'Typed', '10');
  await save(page, 'Create Package');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create package' })).toBeFocused();
  await expect(page.getByLabel('Package Name')).toHaveValue('Typed');
  await page.unroute('**/api/packages');
  await page.getByLabel('Package Name').fill('x'.repeat(121));
  await save(page, 'Create Package');
  await expect(page.getByText('This is too long.')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel' }).click();
  await answerQuestion(page, 'Leave without saving?', 'Stay');
  await page.getByRole('button', { name: 'Back' }).click();
  await answerQuestion(page, 'Leave without saving?', 'Leave');
  await expect(heading(page, 'Packages')).toBeVisible();

  const screens = [
    { call: '**/api/packages', path: '/dashboard/packages', text: 'Failed to fetch packages' },
    { call: '**/api/colleges', path: '/dashboard/colleges', text: 'Failed to fetch colleges' },
    {
      call: '**/api/packages/nothing',
      path: '/dashboard/packages/edit/nothing',
      text: 'Failed to fetch package',
    },
    { call: '**/api/colleges', path: '/dashboard/packages/new', text: 'Failed to fetch colleges' },
    {
      call: '**/api/colleges/nothing',
      path: '/dashboard/colleges/edit/nothing',
      text: 'Failed to fetch college',
    },
    { call: '**/api/exam-details', path: '/dashboard/colleges/new', text: 'Failed to fetch exam details' },
    { call: '**/api/exams', path: '/dashboard/exam-manager', text: 'Failed to fetch exams' },
  ];
  for (const { call, path, text } of screens) {
    await page.route(call, (route) => route.fulfill(broken));
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expectSoundScreen(page);
    await page.unroute(call);
  }
});

test('who holds an exam is counted before it is changed, and can be written to then', async ({
  page,
  complaints,
  request,
  system,
}) => {
  complaints.expect(/status of 409/);
  const office = await Office.open(request, system.siteUrl);
  await office.sell(newStudent(), oneExam);
  await openPortal(page, '/dashboard/exam-manager', 'Stream Management');
  await page.getByRole('button', { name: 'Law', exact: true }).click();
  await page
    .getByRole('button', { name: /^Edit BA LLB/ })
    .first()
    .click();
  await page.getByLabel('Start Time').fill('13:45');
  await expectSoundAt(page, officeSizes);
  await page.getByRole('button', { name: 'Update Exam Detail' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Save the exam like this?' });
  await expect(question).toContainText('1 candidate has paid for this exam');
  await expectSoundAt(page, officeSizes);
  await question.getByRole('checkbox').focus();
  const buttons = ['Cancel', 'Save all the same'].map((name) => question.getByRole('button', { name }));
  await expectTabStops(page, ...buttons);
  await page.keyboard.press('Enter');
  const offer = page.getByRole('alertdialog', { name: 'The exam is saved. Tell those who hold it?' });
  await expect(offer).toContainText('1 candidate has heard nothing of the change yet');
  await expectSoundAt(page, officeSizes);
  await offer.getByRole('button', { name: 'Tell them now' }).press('Enter');
  await expect(heading(page, 'New message')).toBeVisible();
});

test('streams and colleges are in order on a phone and on a wide screen @core', async ({ page }) => {
  await openPortal(page, '/dashboard/exam-manager', 'Stream Management');
  await page.getByRole('button', { name: 'Law', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Edit BA LLB/ }).first()).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
  await page.goto('/dashboard/colleges');
  await expect(page.getByText('Nila Law College')).toBeVisible();
  await expectSoundScreenAtEachWidth(page);
});
