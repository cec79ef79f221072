// A list that counts who goes out: the switch at the door, also without a network, and how many are inside in the portal.
import {
  everyExam,
  expectKept,
  expectVerdict,
  nextScan,
  Office,
  openDoor,
  scanByKeyboard,
} from './support/door';
import { openPortal } from './support/portal';
import { newStudent } from './support/registration';
import { expectSoundScreen, expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

// How many are inside is everybody's.
test.use({ hasOwnSystem: true, isTranslated: true });

test('people go out and come in again, with a network and without one, and stay admitted', async ({
  page,
  context,
  complaints,
  openFreshBrowser,
  request,
  system,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  const { list = '', label = '' } = day ?? {};
  const passes = [];
  for (const name of ['Asha Rao', 'Binu Nair']) {
    passes.push(await office.sell({ ...newStudent(), name }, everyExam));
  }
  const [asha = '', binu = ''] = passes.map(({ code }) => code);
  await office.rosterHas(list, 2);

  const portal = await (await openFreshBrowser()).newPage();
  await openPortal(portal, '/dashboard/attendance', 'Attendance');
  await portal.getByRole('button', { name: 'Count who goes out' }).click();
  await portal.getByRole('alertdialog').getByRole('button', { name: 'Count who goes out' }).click();
  await expect(portal.getByText('Who goes out is counted from now on.')).toBeVisible();

  await openDoor(page, label);
  await expectKept(page);
  const ways = page.getByRole('group', { name: 'Which way people go' });
  await expect(ways.getByRole('button', { name: 'In' })).toHaveAttribute('aria-pressed', 'true');
  await expectSoundScreenAtEachWidth(page);
  for (const code of [asha, binu]) {
    await scanByKeyboard(page, code);
    await expectVerdict(page, 'Admitted');
    await nextScan(page);
  }
  await ways.getByRole('button', { name: 'Out' }).click();
  await scanByKeyboard(page, asha);
  await expectVerdict(page, 'Out', 'Asha Rao');
  await expectSoundScreen(page);
  await nextScan(page);
  await expect(portal.getByText('inside now, 1 has gone out')).toBeVisible();
  await portal.getByLabel('Show').selectOption('Those who have gone out');
  await expect(portal.getByRole('region', { name: 'People' })).toContainText('Asha Rao');
  await expectSoundScreenAtEachWidth(portal);

  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await scanByKeyboard(page, asha);
  await expectVerdict(page, 'Was not in', 'Asha Rao', /^Went out/);
  await expectSoundScreen(page);
  await nextScan(page);
  await scanByKeyboard(page, binu);
  await expectVerdict(page, 'Out', 'Binu Nair');
  await nextScan(page);
  await page.reload();
  await expect(ways.getByRole('button', { name: 'Out' })).toHaveAttribute('aria-pressed', 'true');
  await ways.getByRole('button', { name: 'In' }).click();
  await scanByKeyboard(page, binu);
  await expectVerdict(page, 'Back in', 'Binu Nair', /^Went out/);
  await nextScan(page);
  await context.setOffline(false);
  await expect(page.getByText('All sent')).toBeVisible();
  await expect(page.getByText('1 inside, 2 came')).toBeVisible();
  await expect(portal.getByText('inside now, 1 has gone out')).toBeVisible();
  expect(await office.attendance(list)).toMatchObject({ admitted: 2, inside: 1, doubles_total: 0 });

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabel('This gate is an exit only').check();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Exit only', { exact: true })).toBeVisible();
  await expect(ways).toHaveCount(0);
});
