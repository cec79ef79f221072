// The pass as a file on the student's phone.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { opacity, pixelsOf } from './support/image';
import { printed } from './support/paper';
import { readCode } from './support/qr';
import {
  allColleges,
  buyPass,
  expectPass,
  fill,
  leaveForPayment,
  newStudent,
  oneExam,
  paymentPage,
} from './support/registration';
import { expect, test } from './support/test';
import { firstDay, lastDay } from './support/event';

test('Download Pass saves the card from every screen alike, with nothing behind its corners and notches @core', async ({
  page,
  context,
}, info) => {
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Pass' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(`pass-${orderId}.png`);
  const file = info.outputPath('pass.png');
  await download.saveAs(file);

  const image = await pixelsOf(context, file);
  // Twice as large as a box of 34rem.
  expect(Math.abs(image.width - 34 * 16 * 2)).toBeLessThanOrEqual(2);
  for (const column of [0, image.width - 1]) {
    const side = opacity(image, column);
    expect(side.at(0)).toBe(0);
    expect(side.at(-1)).toBe(0);
    // Opaque above the notch, open in it, opaque below.
    const shape = side
      .map((alpha) => (alpha === 255 ? 'card' : alpha === 0 ? 'hole' : 'edge'))
      .filter((part) => part !== 'edge')
      .filter((part, index, parts) => part !== parts[index - 1]);
    expect(shape).toEqual(['hole', 'card', 'hole', 'card', 'hole']);
  }
  expect(new Set(opacity(image, Math.floor(image.width / 2)))).toEqual(new Set([255]));
});

/** Bottom edges of what the entrance asks for, on the page as it opens. */
const bottomsOf = async (page: Page) => {
  const ticket = page.locator('[class*=_ticket_]');
  const places = [
    ticket.getByRole('img', { name: /^QR code of pass/ }),
    ticket.locator('dl').getByText('Asha Nair', { exact: true }),
    ticket.getByText(/^Hall \d$/),
  ];
  return Promise.all(
    places.map(async (place) => {
      const box = await place.boundingBox();
      return Math.round((box?.y ?? Infinity) + (box?.height ?? Infinity));
    }),
  );
};

for (const chosen of [oneExam, allColleges]) {
  test(`code, name, hours and hall of ${chosen.title} are in sight on a small phone, held upright and sideways`, async ({
    page,
    context,
  }, info) => {
    await buyPass(page, chosen, newStudent());
    for (const [width, height, deepest] of [
      [360, 640, 500],
      [740, 360, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      const code = page.getByRole('img', { name: /^QR code of pass/ });
      await expect(code).toBeVisible();
      expect(Math.max(...(await bottomsOf(page)))).toBeLessThanOrEqual(deepest);
      const shot = info.outputPath(`${String(width)}.png`);
      await page.screenshot({ path: shot });
      expect(readCode(await pixelsOf(context, shot)).text).toMatch(/^EXPO1:/);
    }
  });
}

test('in colours that the reader forces, the code is read from the screen and from the saved picture', async ({
  page,
  context,
}, info) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await buyPass(page, oneExam, newStudent());
  const onScreen = info.outputPath('screen.png');
  await page.getByRole('img', { name: /^QR code of pass/ }).screenshot({ path: onScreen });
  const { text } = readCode(await pixelsOf(context, onScreen));
  expect(text).toMatch(/^EXPO1:/);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Pass' }).click();
  const saved = info.outputPath('saved.png');
  await (await started).saveAs(saved);
  const image = await pixelsOf(context, saved);
  expect(readCode(image).text).toBe(text);
  expect(new Set(opacity(image, Math.floor(image.width / 2)))).toEqual(new Set([255]));
});

test('a browser that darkens what it shows leaves the site and the ticket as they are', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const browser = await page.context().newCDPSession(page);
  const drawn = async (place: Locator) => {
    await browser.send('Emulation.setAutoDarkModeOverride', { enabled: false });
    const asDesigned = await place.screenshot();
    await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true });
    return { asDesigned, darkened: await place.screenshot() };
  };
  await page.goto('/');
  const button = await drawn(page.getByRole('main').getByRole('link', { name: /^Register from/ }));
  expect(button.darkened).toEqual(button.asDesigned);
  // A page that does not ask for its own colours is darkened.
  await page.locator('meta[name="color-scheme"]').evaluate((element) => {
    element.remove();
  });
  const other = await drawn(page.getByRole('main').getByRole('link', { name: /^Register from/ }));
  expect(other.darkened).not.toEqual(other.asDesigned);
  await buyPass(page, oneExam, newStudent());
  const ticket = await drawn(page.locator('[class*=_ticket_]'));
  expect(ticket.darkened).toEqual(ticket.asDesigned);
});

test('a pass for all exams is saved as a ticket, and its timetable as a second picture', async ({
  page,
  context,
}, info) => {
  await buyPass(page, allColleges, newStudent());
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [740, 360],
    [1280, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Pass' }).click();
    const ticket = info.outputPath(`${String(width)}.png`);
    await (await started).saveAs(ticket);
    const image = await pixelsOf(context, ticket);
    // As a post of the networks where it is shown around.
    expect(image.width / image.height).toBeGreaterThanOrEqual(0.75);
    expect(image.width / image.height).toBeLessThanOrEqual(0.85);
    expect(readCode(image).text).toMatch(/^EXPO1:/);
  }
  const timetable = page.getByRole('region', { name: 'Timetable' });
  const [whole, last] = await Promise.all([
    timetable.boundingBox(),
    timetable.getByRole('listitem').last().boundingBox(),
  ]);
  if (!whole || !last) throw new Error('the timetable is not shown');
  // It stands beside all that is below the ticket, and is as long as its exams take.
  expect(whole.y + whole.height - (last.y + last.height)).toBeLessThan(40);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the timetable' }).click();
  expect((await started).suggestedFilename()).toMatch(/^timetable-\w{4}-\w{4}-\w{4}\.png$/);
});

test('Add to calendar has an entry for each exam, at its hours and in its hall', async ({ page }) => {
  await buyPass(page, allColleges, newStudent());
  const rows = page.getByRole('region', { name: 'Timetable' }).getByRole('listitem');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^exams-\w{4}-\w{4}-\w{4}\.ics$/);
  const lines = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '').split('\r\n');
  const values = (name: string) => lines.filter((line) => line.startsWith(`${name}:`));
  expect(values('UID')).toHaveLength(await rows.count());
  expect(new Set(values('UID')).size).toBe(await rows.count());
  const nursing = lines.indexOf(
    String.raw`SUMMARY:B.Sc Nursing\, Vembanad Institute of Health Sciences\, Kottayam`,
  );
  const day = firstDay.date.replaceAll('-', '');
  expect(lines.slice(nursing - 2, nursing)).toEqual([`DTSTART:${day}T063000Z`, `DTEND:${day}T071500Z`]);
  expect(lines[nursing + 1]).toMatch(/^LOCATION:Hall 3/);
  await expect(
    page.getByText(/^The calendar entries of your \d+ exams are among your downloads/),
  ).toBeVisible();
});

test('the code is read back from the screen, from the saved picture and from one sheet of paper', async ({
  page,
  context,
}, info) => {
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);
  const number = (
    await page
      .getByRole('definition')
      .filter({ hasText: /^\w{4} \w{4} \w{4}/ })
      .innerText()
  ).trim();
  const said = new RegExp(`^EXPO1:${number.replaceAll(' ', '')}:[0-9A-Z]{26}$`);
  expect(orderId.startsWith(number.replaceAll(' ', ''))).toBe(true);

  const onScreen = info.outputPath('screen.png');
  const drawn = page.getByRole('img', { name: `QR code of pass ${number}` });
  // Whole as soon as the pass opens, above the buttons.
  const square = await drawn.boundingBox();
  const button = await page.getByRole('button', { name: 'Download Pass' }).boundingBox();
  expect((square?.y ?? 0) + (square?.height ?? Infinity)).toBeLessThan(button?.y ?? 0);
  // Away from the buttons that float over the end of the page.
  await drawn.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
  });
  await drawn.screenshot({ path: onScreen });
  const code = readCode(await pixelsOf(context, onScreen)).text;
  expect(code).toMatch(said);
  expect(code).not.toContain(orderId);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Pass' }).click();
  const saved = info.outputPath('pass.png');
  await (await started).saveAs(saved);
  expect(readCode(await pixelsOf(context, saved)).text).toBe(code);

  const pages = await printed(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(1);
  const [sheet] = pages;
  if (!sheet) throw new Error('nothing was printed');
  const onPaper = readCode(sheet);
  expect(onPaper.text).toBe(code);
  expect(onPaper.side / sheet.pixelsPerMillimetre).toBeGreaterThanOrEqual(30);
});

test('an exam of the timetable is the exam of the pass, with its hours and hall, and of the mail', async ({
  page,
  outside,
}) => {
  const student = newStudent();
  await page.goto('/#exam-times');
  const times = page.getByRole('region', { name: 'Exam times' });
  await times.getByRole('link', { name: /^B.Sc Nursing/ }).click();
  await expect(page.getByLabel('Course', { exact: true }).locator('option:checked')).toHaveText(
    'B.Sc Nursing',
  );
  await fill(page, student);
  await expect(page.getByText('By registering you accept our').first()).toBeVisible();
  const orderId = await leaveForPayment(page);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
  const exam = page.getByRole('heading', { name: 'Your exam' }).locator('..');
  for (const fact of [
    'B.Sc Nursing',
    'Vembanad Institute of Health Sciences, Kottayam',
    `${firstDay.short}, 12–12:45 PM · Hall 3`,
  ]) {
    await expect(exam).toContainText(fact);
  }
  await expect.poll(() => outside.mailsTo(student.email).then(({ length }) => length)).toBe(1);
  const [mail] = await outside.mailsTo(student.email);
  expect(mail?.text).toContain(`${firstDay.short}, 12–12:45 PM, Hall 3`);
  expect(mail?.files.map(({ name, content_id }) => name || content_id)).toEqual([
    'pass.png',
    'logo.png',
    'exam.ics',
  ]);
});

test('the timetable of all exams is printed on one sheet, too', async ({ page }) => {
  const student = newStudent();
  await buyPass(page, allColleges, student);
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    firstDay.short,
    lastDay.short,
  ]);
  await expect(page.getByText('Overlaps with Bachelor of Design', { exact: true })).toBeVisible();
  await expect(page.getByText('Overlaps with B.Tech Mechanical Engineering', { exact: true })).toBeVisible();
  const pages = await printed(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(1);
  const [sheet] = pages;
  if (!sheet) throw new Error('nothing was printed');
  expect(readCode(sheet).text).toMatch(/^EXPO1:/);
});

test('a timetable in which every exam overlaps is printed on one sheet, with how many it overlaps with', async ({
  page,
}) => {
  const anHourLater = (time: string) => time.replace(/^\d+/, (hour) => String(Number(hour) + 1));
  await page.route('**/api/order/*', async (route) => {
    const pass = (await (await route.fetch()).json()) as { exams: { timeEnd: string }[] };
    const exams = pass.exams.map((exam) => ({ ...exam, timeEnd: anHourLater(exam.timeEnd) }));
    await route.fulfill({ json: { ...pass, exams } });
  });
  const student = { ...newStudent(), name: 'Anantha Padmanabhan Venkatasubramanian Iyer' };
  await buyPass(page, allColleges, student);
  const inFull = page.getByText('Overlaps with BBA Logistics and Bachelor of Hotel Management');
  const inShort = page.getByText('Overlaps with 2 exams', { exact: true }).first();
  await expect(inFull).toBeVisible();
  await expect(inShort).toBeHidden();
  expect(await printed(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(inFull).toBeHidden();
  await expect(inShort).toBeVisible();
});

test('a pass that was opened once opens without a network, until it is removed from the device', async ({
  page,
  context,
  complaints,
}) => {
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);
  await expect(page.getByText('This device keeps your pass')).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Your pass' })).toHaveAttribute(
    'href',
    `/payment/success?order_id=${orderId}`,
  );

  // The pass that was removed is asked for and cannot be had.
  complaints.expect(/ERR_FAILED.*\/api\/order\//);
  await context.setOffline(true);
  await page.reload();
  await expectPass(page, orderId, student);
  await expect(page.getByText(/^As of .* We could not look for changes just now\.$/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code of pass/ })).toBeVisible();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Pass' }).click();
  expect((await started).suggestedFilename()).toBe(`pass-${orderId}.png`);

  await page.getByRole('button', { name: 'Remove the pass from it' }).click();
  await expect(page.getByText('This device no longer keeps your pass')).toBeVisible();
  await expect(header.getByRole('link', { name: 'Your pass' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Failed to fetch order data')).toBeVisible();
});

test('a pass that cannot become a picture bothers nobody', async ({ page, complaints }) => {
  complaints.expect(/The pass could not be saved as an image/);
  const student = newStudent();
  const orderId = await buyPass(page, oneExam, student);
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toDataURL = () => {
      throw new Error('no picture');
    };
  });
  const logged = page.waitForEvent('console', (message) => message.text().includes('could not be saved'));
  await page.getByRole('button', { name: 'Download Pass' }).click();
  await logged;
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectPass(page, orderId, student);
});
