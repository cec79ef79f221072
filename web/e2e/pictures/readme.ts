// The pictures of the README: each screen as a person meets it, with candidates of a few days.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { everyExam, expectVerdict, Office, oneExam, openDoor, scanByKeyboard } from '../support/door';
import { openPortal } from '../support/portal';
import { buyPass, newStudent, oneExam as oneExamOnline } from '../support/registration';
import { expect, test } from '../support/test';

const folder = resolve(import.meta.dirname, '../../../docs/images');
const day = 24 * 60 * 60;

/** What is seen of the page, as WebP, which Playwright itself does not write. */
async function keep(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(resolve(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

const named = (name: string) => ({ ...newStudent(), name, email: 'asha@example.com', phone: '9876543210' });

test.use({ hasOwnSystem: true });

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the landing page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('radio', { name: /All-Inclusive/ })).toBeAttached();
    await keep(page, 'landing');
  });

  test('the portal', async ({ page, outside, request, system }) => {
    const days = [
      ['Devika Menon', 'Thomas Kurian'],
      ['Fathima Rahman', 'Arjun Pillai', 'Meera Nair', 'Joseph Varghese'],
      ['Anjali Krishnan', 'Nikhil Das', 'Sneha Mathew'],
      ['Rahul Warrier', 'Aisha Beevi', 'Gopika Suresh', 'Vishnu Raj', 'Neha Thampi'],
    ];
    for (const [index, names] of days.entries()) {
      if (index > 0) await outside.advanceClock(day);
      const office = await Office.open(request, system.siteUrl);
      for (const [place, name] of names.entries()) {
        await office.sell({ ...newStudent(), name }, place % 2 ? oneExam : everyExam, {
          isPaid: place !== 2,
        });
      }
    }
    await openPortal(page, '/dashboard', 'Dashboard');
    await expect(page.getByText('5 registered, 4 paid')).toBeVisible();
    await keep(page, 'portal');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 760 } });

  test('the pass', async ({ page }) => {
    await buyPass(page, oneExamOnline, named('Asha Rao'));
    await keep(page, 'pass');
  });

  test('the door', async ({ page, request, system }) => {
    const office = await Office.open(request, system.siteUrl);
    const before = await office.sell(newStudent(), everyExam);
    const pass = await office.sell(named('Asha Rao'), everyExam);
    const [list] = await office.lists();
    await office.rosterHas(list?.list ?? '', 2);
    await openDoor(page, list?.label ?? '');
    await scanByKeyboard(page, before.code);
    await expect(page.getByText('1 of 2 in')).toBeVisible();
    await scanByKeyboard(page, pass.code);
    await expectVerdict(page, 'Admitted', 'Asha Rao');
    await keep(page, 'door');
  });
});
