// What the office sees of the doors, and does about it.
import { everyExam, Office, openDoor } from './support/door';
import { printed } from './support/paper';
import { openPortal, passOn } from './support/portal';
import { newStudent } from './support/registration';
import { doorSizes, expectSoundAt, expectSoundScreenAtEachWidth, officeSizes } from './support/screen';
import { expect, test } from './support/test';
import { firstDay } from './support/event';

// Who is in is counted.
test.use({ hasOwnSystem: true, isTranslated: true });

test('who was let in twice is ticked off, or taken back although the answer is lost @core', async ({
  page,
  complaints,
  request,
  system,
}) => {
  complaints.expect(/ERR_FAILED|Failed to load resource/);
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  const list = day?.list ?? '';
  for (const name of ['Asha Rao', 'Binu Nair']) {
    await office.letInTwice(await office.sell({ ...newStudent(), name }, everyExam), list);
  }
  await office.letInTwice(
    await office.sell({ ...newStudent(), name: 'Zubaida Kurup' }, everyExam, { isPaid: false }),
    list,
  );
  await openPortal(page, '/dashboard/attendance', 'Attendance');
  const twice = page.getByRole('region', { name: /^Let in twice/ });
  await expect(twice).toContainText('(2)');
  await expect(page.getByRole('region', { name: 'Let in without a right (2)' })).toContainText(
    'Zubaida Kurup',
  );
  await page.getByLabel('Show').selectOption('Those who are in');
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('link', { name: 'See candidate Binu Nair' })).toBeVisible();
  await expectSoundAt(page, officeSizes);

  await test.step('one is ticked off, by keyboard', async () => {
    await page.getByRole('button', { name: 'Tick off Binu Nair' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tick off Binu Nair?' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expectSoundAt(page, officeSizes);
    await page.keyboard.type('The same person came back');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Binu Nair is ticked off.')).toBeVisible();
    await expect(twice).toContainText('(1)');
  });

  await test.step('of the other the second scan is taken back, on the candidate’s page', async () => {
    await twice.getByRole('link', { name: 'See candidate Asha Rao' }).click();
    const doors = page.getByRole('region', { name: 'At the Doors' });
    await expect(doors).toContainText('Scanned again');
    await expectSoundScreenAtEachWidth(page);
    await page.route(
      '**/api/check-in/undo',
      async (route) => {
        await passOn(route);
        await route.abort();
      },
      { times: 1 },
    );
    await doors.getByRole('button', { name: `Undo the scan at Gate 5, ${firstDay.short}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Take back the scan of Asha Rao?' });
    await dialog.getByLabel('Reason').fill('Somebody else came with this pass');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect(dialog.getByText(/it is not known whether this was done/)).toBeVisible();
    await expect(doors).not.toContainText('Gate 5');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByText(/^The scan at Gate 5 is taken back/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Scan at the door taken back');
    expect(await office.attendance(list)).toMatchObject({ admitted: 2 });
  });
});

test('a phone is in the portal, and shows what is said on it', async ({
  page,
  openFreshBrowser,
  request,
  system,
}) => {
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  await openDoor(page, day?.label ?? '', 'Gate 7');
  const portal = await (await openFreshBrowser()).newPage();
  await openPortal(portal, '/dashboard/attendance', 'Attendance');
  const phones = portal.getByRole('region', { name: 'Phones at the doors' });
  // It reports itself every ten seconds, and the portal asks as often.
  await expect(phones).toContainText('Gate 7', { timeout: 60_000 });
  await phones.getByRole('button', { name: /^Message Gate 7/ }).click();
  await portal.getByRole('textbox', { name: 'Message' }).fill('Bring the printed lists');
  await expectSoundAt(portal, officeSizes);
  await portal.getByRole('textbox', { name: 'Message' }).press('Enter');
  const said = page.getByRole('alert').filter({ hasText: 'Bring the printed lists' });
  await expect(said).toBeVisible({ timeout: 60_000 });
  await expectSoundAt(page, doorSizes);
  await said.getByRole('button', { name: 'OK' }).click();
  await expect(said).toBeHidden();
  await expect(phones).toContainText(/^.*Seen, /, { timeout: 60_000 });
  await expectSoundAt(portal, officeSizes);
});

test('a list on paper has a whole line at its right, too', async ({ page, request, system }) => {
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  await office.sell(newStudent(), everyExam);
  await office.rosterHas(day?.list ?? '', 1);
  await page.addInitScript(() => {
    // As a browser whose dialog is open: the lists stay until it is closed.
    window.print = () => (document.body.dataset.isPrinting = 'true');
  });
  await openPortal(page, '/dashboard/attendance', 'Attendance');
  await page.getByRole('button', { name: 'Print by name' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-is-printing', 'true');
  const [sheet] = await printed(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
  if (!sheet) throw new Error('nothing was printed');
  const { width, height, data } = sheet;
  const darkIn = (x: number) =>
    Array.from({ length: height }, (_, y) => data[4 * (y * width + x)] ?? 255).filter((red) => red < 200)
      .length;
  const { pixelsPerMillimetre } = sheet;
  // Of the rows of the titles and of the person.
  const lines = Array.from({ length: width }, (_, x) => x).filter(
    (x) => darkIn(x) > 15 * pixelsPerMillimetre,
  );
  const [left = 0] = lines;
  const right = lines.at(-1) ?? 0;
  const near = (edge: number) => lines.filter((x) => Math.abs(x - edge) < pixelsPerMillimetre).length;
  expect(right).toBeGreaterThan(width / 2);
  expect(near(right)).toBe(near(left));
});
