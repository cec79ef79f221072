// The end of the event: registration is closed, and everything about candidates is deleted.
import { answerQuestion, Counter, goTo, heading, openPortal } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// Nobody else may register, or be deleted.
test.use({ hasOwnSystem: true, isTranslated: true });

test('an administrator closes registration, deletes everything, and reads what is left', async ({
  page,
  request,
  system,
  outside,
}) => {
  const student = newStudent();
  const counter = await Counter.open(request, system.siteUrl);
  await counter.register(student);
  await expect.poll(() => counter.count('')).toBe(1);
  await openPortal(page, '/dashboard', 'Dashboard');
  await goTo(page, 'Closing the event', 'Closing the event');
  await page.getByRole('button', { name: 'Close registration' }).click();
  await answerQuestion(page, 'Close registration?', 'Close registration');
  await expect(page.getByRole('button', { name: 'Open registration again' })).toBeVisible();
  await expectSoundScreen(page);

  await request.post(`${outside.url}/clock`, { data: { advance_seconds: 180 } });
  await page.getByRole('button', { name: 'Delete personal data…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete personal data?' });
  await dialog.getByLabel(/What was exported/).fill('WITHOUT EXPORT');
  await dialog.getByLabel(/To confirm/).fill('DELETE');
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Delete for ever' }).click();
  await expect(dialog).toBeHidden();
  // What was under way when it began ends first.
  await request.post(`${outside.url}/clock`, { data: { advance_seconds: 180 } });
  await request.post(`${outside.url}/close-event`);
  await expect(page.getByText(/Personal data was deleted on/)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Deleted' }).getByText('Candidates', { exact: true }),
  ).toBeVisible();
  await expectSoundScreen(page);
  expect(await counter.count('')).toBe(0);
  await page.reload();
  await expect(heading(page, 'Closing the event')).toBeVisible();
  await expect(page.getByText(/Books of account are kept for eight years/)).toBeVisible();
});
