// The door without a network: what decides then, that each scan arrives once, and what a phone keeps.
import type { Page } from '@playwright/test';
import {
  everyExam,
  expectKept,
  expectVerdict,
  nextScan,
  Office,
  openDoor,
  scanByKeyboard,
} from './support/door';
import { heading, openPortal } from './support/portal';
import { newStudent } from './support/registration';
import { doorSizes, expectSoundAt, expectSoundScreen } from './support/screen';
import { expect, test } from './support/test';

// Signing out, and what is in, are everybody's.
test.use({ hasOwnSystem: true });

/** Everything that the browser keeps for the site, as text. */
const storageOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((opened, failed) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => {
          opened(request.result);
        };
        request.onerror = () => {
          failed(new Error(name));
        };
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        for (const request of [all.getAll(), all.getAllKeys()]) {
          await new Promise((done) => (request.onsuccess = done));
          kept.push(request.result);
        }
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        if (!request.url.endsWith('.wasm')) kept.push(request.url, await answer?.text());
      }
    }
    return JSON.stringify(kept);
  });

test('without a network the roster decides, a reload loses nothing, and each scan arrives once', async ({
  page,
  context,
  complaints,
  request,
  system,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  const names = ['Zubaida Kurup', 'Thommen Pillai', 'Devassy Marar'];
  const passes = [];
  for (const name of names) passes.push(await office.sell({ ...newStudent(), name }, everyExam));
  const [first, second, third] = passes.map(({ code }) => code);
  await office.rosterHas(day?.list ?? '', 3);
  await openDoor(page, day?.label ?? '');
  await expectKept(page);
  await scanByKeyboard(page, first ?? '');
  await expectVerdict(page, 'Admitted', 'Zubaida Kurup');
  await nextScan(page);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('3 passes, as of')).toBeVisible();
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  const began = await page.evaluate(() => performance.now());
  await scanByKeyboard(page, second ?? '');
  await expectVerdict(page, 'Admitted', 'Thommen Pillai');
  const tookMs = (await page.evaluate(() => performance.now())) - began;
  test
    .info()
    .annotations.push({ type: 'offline verdict, with the test itself', description: `${String(tookMs)} ms` });
  await expectSoundScreen(page);
  await nextScan(page);
  await scanByKeyboard(page, second ?? '');
  await expectVerdict(page, 'Already in', 'Thommen Pillai', /at Gate 2/);
  await nextScan(page);
  // Known from before the outage.
  await scanByKeyboard(page, first ?? '');
  await expectVerdict(page, 'Already in', 'Zubaida Kurup');
  await nextScan(page);
  await expect(page.getByText('1 to send')).toBeVisible();
  await expectSoundScreen(page);

  const kept = await storageOf(page);
  // The look does find what is there.
  expect(kept).toContain('Gate 2');
  for (const word of names.flatMap((name) => name.split(' '))) expect(kept).not.toContain(word);
  for (const code of [first, second, third]) expect(kept).not.toContain(code);

  await page.reload();
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await expect(page.getByText('1 to send')).toBeVisible();
  await scanByKeyboard(page, third ?? '');
  await expectVerdict(page, 'Admitted', 'Devassy Marar');
  await nextScan(page);
  await expect(page.getByText('2 to send')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('All sent')).toBeVisible();
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  expect(await office.attendance(day?.list ?? '')).toMatchObject({ admitted: 3 });
});

test('without a network every list of the event can be chosen, with who is in there by another phone', async ({
  page,
  context,
  complaints,
  openFreshBrowser,
  request,
  system,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const office = await Office.open(request, system.siteUrl);
  const [day, , exam] = await office.lists();
  const passes = [];
  for (const name of ['Zubaida Kurup', 'Thommen Pillai']) {
    passes.push(await office.sell({ ...newStudent(), name }, everyExam));
  }
  const [first, second] = passes;
  await office.rosterHas(day?.list ?? '', 2);
  const far = await (await openFreshBrowser()).newPage();
  await openDoor(far, exam?.label ?? '', 'Hall 1');
  await scanByKeyboard(far, first?.code ?? '');
  await expectVerdict(far, 'Admitted', 'Zubaida Kurup');
  await openDoor(page, day?.label ?? '');
  await expectKept(page);
  await expect.poll(() => storageOf(page).then((kept) => kept.includes('Hall 1 · '))).toBe(true);
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Change the list' }).click();
  await expect(
    page.getByText('There is no network. This phone goes on with what it knows of each list.'),
  ).toBeVisible();
  await expectSoundAt(page, doorSizes);
  await page.getByRole('button', { name: exam?.label ?? '' }).click();
  await scanByKeyboard(page, first?.code ?? '');
  await expectVerdict(page, 'Already in', 'Zubaida Kurup', /at Hall 1/);
  await nextScan(page);
  await scanByKeyboard(page, second?.code ?? '');
  await expectVerdict(page, 'Admitted', 'Thommen Pillai');
  await nextScan(page);
  await context.setOffline(false);
  await expect(page.getByText('All sent')).toBeVisible();
  expect(await office.attendance(exam?.list ?? '')).toMatchObject({ admitted: 2 });
});

test('who was admitted is taken back without a network, after a reload, and the server hears of it once', async ({
  page,
  context,
  complaints,
  request,
  system,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  const pass = await office.sell({ ...newStudent(), name: 'Zubaida Kurup' }, everyExam);
  await office.rosterHas(day?.list ?? '', 1);
  await openDoor(page, day?.label ?? '');
  await expectKept(page);
  await scanByKeyboard(page, pass.code);
  await expectVerdict(page, 'Admitted', 'Zubaida Kurup');
  await nextScan(page);
  expect(await office.attendance(day?.list ?? '')).toMatchObject({ admitted: 1 });
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Last: .* · Admitted$/ }).click();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: /^Undo / }).click();
  await page.getByRole('button', { name: 'Not the person on the pass' }).click();
  await expect(page.getByText('1 to send')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Last: .* · Taken back$/ })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('All sent')).toBeVisible();
  expect(await office.attendance(day?.list ?? '')).toMatchObject({ admitted: 0 });
  await scanByKeyboard(page, pass.code);
  await expectVerdict(page, 'Admitted', 'Zubaida Kurup');
});

test('a double that two phones made without a network is told on both and in the portal', async ({
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
  const label = day?.label ?? '';
  const pass = await office.sell({ ...newStudent(), name: 'Zubaida Kurup' }, everyExam);
  await office.rosterHas(day?.list ?? '', 1);
  const elsewhere = await openFreshBrowser();
  const far = await elsewhere.newPage();
  await openDoor(page, label, 'Gate 2');
  await openDoor(far, label, 'Gate 5');
  for (const phone of [page, far]) await expect(phone.getByText(/^Roster (just now|a minute)/)).toBeVisible();
  await context.setOffline(true);
  await elsewhere.setOffline(true);
  for (const phone of [page, far]) {
    await expect(phone.getByText(/^Offline since/)).toBeVisible();
    await scanByKeyboard(phone, pass.code);
    await expectVerdict(phone, 'Admitted', 'Zubaida Kurup');
    await nextScan(phone);
  }
  await context.setOffline(false);
  await expect(page.getByText('All sent')).toBeVisible();
  await elsewhere.setOffline(false);
  for (const phone of [far, page]) {
    await expect(phone.getByRole('button', { name: '1 person to look at' })).toBeVisible();
  }
  await far.getByRole('button', { name: '1 person to look at' }).click();
  await expect(far.getByText('Let in twice while there was no network.')).toBeVisible();
  await expectSoundAt(far, doorSizes);
  expect(await storageOf(far)).not.toContain('Zubaida');

  const office2 = await (await openFreshBrowser()).newPage();
  await openPortal(office2, '/dashboard/attendance', 'Attendance');
  await expect(office2.getByRole('region', { name: 'Let in twice (1)' })).toContainText('Zubaida Kurup');
  await expect(heading(office2, 'Attendance')).toBeVisible();
  await expectSoundScreen(office2);
});

test('a phone that is signed out from elsewhere deletes its roster', async ({
  page,
  complaints,
  request,
  system,
}) => {
  complaints.expect(/status of 401/);
  const office = await Office.open(request, system.siteUrl);
  const [day] = await office.lists();
  await office.sell(newStudent(), everyExam);
  await office.rosterHas(day?.list ?? '', 1);
  await openDoor(page, day?.label ?? '');
  await expectKept(page);
  await office.endSessions();
  // Whenever it next talks to the server, which it may be doing.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('This phone was signed out. Its roster has been deleted.')).toBeVisible();
  await expectSoundAt(page, doorSizes);
  const entries = () =>
    page.evaluate(
      () =>
        new Promise((counted) => {
          const opened = indexedDB.open('door');
          opened.onsuccess = () => {
            const count = opened.result.transaction('entries').objectStore('entries').count();
            count.onsuccess = () => {
              counted(count.result);
            };
          };
        }),
    );
  await expect.poll(entries).toBe(0);
});
