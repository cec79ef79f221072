// The evening before, as docs/event-day.md has it: what is practised counts until it is cleared, and then it never was.
import { changeExam } from './support/catalogue';
import {
  everyExam,
  expectKept,
  expectVerdict,
  nextScan,
  Office,
  openDoor,
  scanByKeyboard,
} from './support/door';
import { answerQuestion, openPortal } from './support/portal';
import { newStudent } from './support/registration';
import { doorSizes, expectSoundAt, officeSizes } from './support/screen';
import { expect, test } from './support/test';

test.use({ hasOwnSystem: true, isTranslated: true });

/** The day after tomorrow at the event, which no midnight during a test begins: `YYYY-MM-DD`. */
const dayToCome = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + 48 * 3_600_000);

test('practice is cleared in the portal, forgotten by the phone, and does not count @core', async ({
  page,
  context,
  complaints,
  openFreshBrowser,
  request,
  system,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const date = dayToCome();
  await changeExam(
    request,
    system.siteUrl,
    ({ _id }) => _id === 'nila-ballb',
    () => ({ date }),
  );
  const office = await Office.open(request, system.siteUrl);
  const list = `day:${date}`;
  const label = (await office.lists()).find((day) => day.list === list)?.label ?? '';
  expect(label, 'the day of the exam is a list').not.toBe('');
  const asha = await office.sell({ ...newStudent(), name: 'Asha Rao' }, everyExam);
  const binu = await office.sell({ ...newStudent(), name: 'Binu Nair' }, everyExam);
  await office.rosterHas(list, 2);

  await test.step('some passes, one of them twice, and one in airplane mode', async () => {
    await openDoor(page, label);
    await expectKept(page);
    await scanByKeyboard(page, asha.code);
    await expectVerdict(page, 'Admitted', 'Asha Rao');
    await expectSoundAt(page, doorSizes);
    await nextScan(page);
    await scanByKeyboard(page, asha.code);
    await expectVerdict(page, 'Already in', 'Asha Rao');
    await nextScan(page);
    await context.setOffline(true);
    await expect(page.getByText(/^Offline since/)).toBeVisible();
    await scanByKeyboard(page, binu.code);
    await expectVerdict(page, 'Admitted', 'Binu Nair');
    await nextScan(page);
    await context.setOffline(false);
    await expect(page.getByText('All sent')).toBeVisible();
    await expect(page.getByText('2 of 2 in')).toBeVisible();
  });

  const portal = await (await openFreshBrowser()).newPage();
  await test.step('the portal clears it', async () => {
    await openPortal(portal, '/dashboard/attendance', 'Attendance');
    await portal.getByLabel('List', { exact: true }).selectOption({ label });
    await portal.getByRole('button', { name: 'Clear practice' }).click();
    await expect(portal.getByRole('alertdialog')).toContainText('Clear 2 practice admissions?');
    await expectSoundAt(portal, officeSizes);
    await answerQuestion(portal, 'Clear 2 practice admissions?', 'Clear practice');
    await expect(portal.getByText('2 practice admissions are cleared.')).toBeVisible();
    await expect(portal.getByRole('button', { name: 'Clear practice' })).toBeHidden();
    expect(await office.attendance(list)).toMatchObject({ admitted: 0 });
  });

  await test.step('the phone has forgotten it, without a network too', async () => {
    await expect(page.getByText('0 of 2 in')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/^Offline since/)).toBeVisible();
    for (const [pass, name] of [
      [asha, 'Asha Rao'],
      [binu, 'Binu Nair'],
    ] as const) {
      await scanByKeyboard(page, pass.code);
      await expectVerdict(page, 'Admitted', name);
      await nextScan(page);
    }
  });
});
