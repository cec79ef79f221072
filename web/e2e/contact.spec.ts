// A message to the organisers.
import { expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

test('a message is sent, and what is wrong with one is said and not lost', async ({ page, outside }) => {
  const email = `visitor-${String(Date.now())}-${String(Math.random()).slice(2)}@example.com`;
  await page.goto('/contact-us');
  const send = page.getByRole('button', { name: 'Send Message' });
  await page.getByLabel('Your Name').fill('Asha Nair');
  await page.getByLabel('Your Message').fill('Where do I park?');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Please fill all required fields');
  await page.getByLabel('Your Email').fill(email);
  await send.click();
  await expect(page.getByText(/Your message has been sent/)).toBeVisible();
  await expect(page.getByLabel('Your Message')).toHaveValue('');
  const mails = await outside.mailsTo('organisers@expo.example');
  expect(mails.filter(({ text }) => text.includes(email) && text.includes('Where do I park?'))).toHaveLength(
    1,
  );
  await expectSoundScreen(page);
});

test('a message that cannot be sent now keeps its text', async ({ page, complaints }) => {
  complaints.expect(/429|502|ERR_FAILED/);
  let status = 429;
  await page.route('**/api/contact', (route) =>
    status === 0
      ? route.abort()
      : route.fulfill({ status, json: { code: 'x', message: 'Your message could not be sent.' } }),
  );
  await page.goto('/contact-us');
  await page.getByLabel('Your Name').fill('Asha Nair');
  await page.getByLabel('Your Email').fill('asha@example.com');
  await page.getByLabel('Your Message').fill('Where do I park?');
  for (const [answer, words] of [
    [429, /try again in an hour/],
    [502, /could not be sent/],
    [0, /No answer came from the server/],
  ] as const) {
    status = answer;
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByLabel('Your Message')).toHaveValue('Where do I park?');
  }
  await page.reload();
  await expect(page.getByLabel('Your Message')).toHaveValue('Where do I park?');
});
