// What an administrator writes to candidates.
import { allCollegesAtCounter, expectAlert, openPortal, registerAtCounter } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundAt, expectTabStops, officeSizes } from './support/screen';
import { expect, test } from './support/test';

// Everybody's messages are in one list, and go to everybody.
test.use({ hasOwnSystem: true, isTranslated: true });

test('a message is looked at, sent once and read in the mailbox and on the page of its candidate @core', async ({
  page,
  request,
  outside,
}) => {
  const student = newStudent();
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await registerAtCounter(page, allCollegesAtCounter, student);
  // Who has no pass is not asked to bring an ID.
  await page.getByRole('button', { name: 'Mark Paid' }).first().click();
  await expectAlert(page, 'Payment status updated and success email sent!');
  await expect(page.getByRole('button', { name: 'Mark Paid' })).toHaveCount(0);

  await page.goto('/dashboard/messages');
  await expect(page.getByText('No message has been sent yet.')).toBeVisible();
  await expectSoundAt(page, officeSizes);
  await page.getByRole('link', { name: 'New message' }).click();
  await expect(page.getByRole('heading', { name: 'New message', level: 1 })).toBeFocused();
  await page.getByLabel('Begin with').selectOption({ label: 'Bring an ID' });
  await expect(page.getByLabel('Subject')).toHaveValue('Please bring a photo ID to your exam');
  await expectTabStops(
    page,
    page.getByLabel('Payment Status'),
    page.getByLabel('Text', { exact: true }),
    page.getByRole('button', { name: 'Preview' }),
    page.getByRole('button', { name: 'Test to myself' }),
    page.getByRole('button', { name: 'Send', exact: true }),
  );
  // The lists follow the registration by a moment.
  await expect(async () => {
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('It goes to 1 address. Each gets one mail.')).toBeVisible();
  }).toPass();
  for (const look of ['Desk', 'Plain text', 'Phone']) {
    await page.getByRole('button', { name: look, exact: true }).click();
    await expectSoundAt(page, officeSizes);
  }

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectSoundAt(page, officeSizes);
  await page.getByRole('button', { name: 'Send to 1' }).press('Enter');
  await expect(
    page.getByRole('heading', { level: 2, name: 'Please bring a photo ID to your exam' }),
  ).toBeVisible();
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').getByText(student.email)).toBeVisible();
  await expectSoundAt(page, officeSizes);
  const mails = await (await request.get(`${outside.url}/mail.json`)).text();
  expect(mails.split(`Dear ${student.name}`).length - 1).toBeGreaterThan(0);

  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByText('Message sent')).toBeVisible();
  await page.goto('/dashboard/messages');
  await expect(page.getByText('1 sent')).toBeVisible();
  await expectSoundAt(page, officeSizes);
});

test('who asks for no more messages is left out, until they are written to again', async ({
  page,
  complaints,
}) => {
  const student = newStudent();
  await openPortal(page, '/dashboard/customers-new', 'New Candidate Registration');
  await registerAtCounter(page, allCollegesAtCounter, student);

  await page.goto('/dashboard/messages');
  const card = page.getByRole('region', { name: 'Left out of messages' });
  await expect(card.getByText('Nobody is left out.')).toBeVisible();
  complaints.expect(/status of 422/);
  await card.getByLabel('Email').fill('nobody');
  await card.getByRole('button', { name: 'Leave out' }).click();
  await expect(card.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expectSoundAt(page, officeSizes);
  await card.getByLabel('Email').fill(student.email);
  await card.getByLabel('Email').press('Enter');
  await expect(page.getByText(`No more messages go to ${student.email}.`)).toBeVisible();
  const entry = card.getByRole('listitem').filter({ hasText: student.email });
  await expect(entry).toContainText('Asked for no more messages');
  await expectSoundAt(page, officeSizes);

  await page.goto('/dashboard/messages/new');
  await page.getByLabel('Subject').fill('News');
  await page.getByLabel('Text', { exact: true }).fill('Dear {name}');
  // The lists follow the registration by a moment.
  await expect(async () => {
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('1 address is left out: asked for no more messages')).toBeVisible();
  }).toPass();

  await page.goto('/dashboard/messages');
  await entry.getByRole('button', { name: `Write again to ${student.email}` }).click();
  await expect(page.getByText(`Messages go to ${student.email} again.`)).toBeVisible();
  await expect(card.getByText('Nobody is left out.')).toBeVisible();
});
