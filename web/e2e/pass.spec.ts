// The pass as a file on the student's phone.
import { readPng } from './support/image';
import { expectPass, newStudent, oneExam, paymentPage, register } from './support/registration';
import { expect, test } from './support/test';

test('Download Pass saves the card twice as large, with nothing behind its corners and notches @core', async ({
  page,
  context,
}, info) => {
  const student = newStudent();
  const orderId = await register(page, oneExam, student);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Pass' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(`pass-${orderId}.png`);
  const file = info.outputPath('pass.png');
  await download.saveAs(file);

  // The class is the style sheet's own; nothing else on the page is the card and nothing but the card.
  const card = page.locator('[class*=_ticket_]');
  const { width, height } = (await card.boundingBox()) ?? { width: 0, height: 0 };
  const image = await readPng(context, file);
  expect(Math.abs(image.width - width * 2)).toBeLessThanOrEqual(2);
  expect(Math.abs(image.height - height * 2)).toBeLessThanOrEqual(2);
  for (const side of [image.left, image.right]) {
    expect(side.at(0)).toBe(0);
    expect(side.at(-1)).toBe(0);
    // Opaque above the notch, open in it, opaque below.
    const shape = side
      .map((alpha) => (alpha === 255 ? 'card' : alpha === 0 ? 'hole' : 'edge'))
      .filter((part) => part !== 'edge')
      .filter((part, index, parts) => part !== parts[index - 1]);
    expect(shape).toEqual(['hole', 'card', 'hole', 'card', 'hole']);
  }
  expect(new Set(image.middle)).toEqual(new Set([255]));
});

test('a pass that cannot become a picture bothers nobody', async ({ page, complaints }) => {
  complaints.expect(/The pass could not be saved as an image|ERR_FAILED/);
  const student = newStudent();
  const orderId = await register(page, oneExam, student);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
  await page.route('**/assets/*.js', (route) => route.abort());
  const logged = page.waitForEvent('console', (message) => message.text().includes('could not be saved'));
  await page.getByRole('button', { name: 'Download Pass' }).click();
  await logged;
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectPass(page, orderId, student);
});
