// Before registration opens and after it has closed: what visitors see in place of the form, what an administrator sets,
// and the counter, which has a date of its own.
import type { Page } from '@playwright/test';
import { answerQuestion, goTo, heading, openPortal } from './support/portal';
import { measureShift, shiftOf, takenOver } from './support/public';
import { openForm, registerButton } from './support/registration';
import { expectSoundScreenAtEachWidth } from './support/screen';
import { expect, test } from './support/test';

test.use({ hasOwnSystem: true });

type Phase = 'not_yet' | 'open' | 'closed';

/** What the server says of registration, as if it had been set so. */
const serveEvent = (page: Page, registration: Phase) =>
  page.route('**/api/event', (route) =>
    route.fulfill({
      json: { registration, opens_at: '2031-05-01T04:30:00Z', closes_at: '2031-05-30T12:30:00Z' },
    }),
  );

for (const [phase, says, when, card, brief] of [
  [
    'not_yet',
    'Registration has not opened yet',
    'It opens on Thu 1 May, 10 AM',
    'Opens Thu 1 May, 10 AM',
    'Opens 1 May',
  ],
  ['closed', 'Registration has closed', 'It closed on Fri 30 May, 6 PM', 'Registration closed', 'Closed'],
] as const) {
  test(`${phase}: the site says so in place of the form and on the cards, and nothing moves @core`, async ({
    page,
  }) => {
    await serveEvent(page, phase);
    await measureShift(page);
    const isWide = (page.viewportSize()?.width ?? 0) > 960;
    const section = page.getByRole('region', { name: /^Register Now/ });
    if (isWide) {
      await page.goto('/#register');
      await takenOver(page);
      await expect(section.getByRole('heading', { name: says })).toBeVisible();
      expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
    }
    await page.goto('/');
    await takenOver(page);
    const said = new RegExp(`^${card}`);
    await expect(
      page.getByRole('region', { name: 'The expo' }).getByRole('link', { name: said }),
    ).toBeVisible();
    await page.locator('#exams-heading').scrollIntoViewIfNeeded();
    const exams = page.getByRole('region', { name: 'Scholarship exams' }).getByRole('listitem');
    await expect(exams.first()).toContainText(brief);
    for (const exam of await exams.all()) await expect(exam).toContainText(brief);
    await page.locator('#exam-times-heading').scrollIntoViewIfNeeded();
    await expect(page.getByRole('region', { name: 'Exam times' }).getByText(said).first()).toBeVisible();
    await page.locator('#packages-heading').scrollIntoViewIfNeeded();
    const cards = page.getByRole('region', { name: 'Choose your package' }).getByRole('link', { name: said });
    await expect(cards).toHaveCount(2);
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByRole('heading', { name: says })).toBeVisible();
    await expect(section.getByText(when)).toBeVisible();
    await expect(registerButton(page)).toHaveCount(0);
    // On a wide screen the jumps pass over what is not loaded yet, which moves, form or not.
    if (!isWide) expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
    await expectSoundScreenAtEachWidth(page);
    // A card leads to where it is explained.
    await cards.first().click();
    await expect(section.getByRole('heading', { name: says })).toBeInViewport();
  });
}

test.describe('translated by the browser', () => {
  test.use({ isTranslated: true });

  test('what an administrator sets opens and closes the site at once, and the counter by itself', async ({
    page,
    openFreshBrowser,
  }) => {
    const visitor = await (await openFreshBrowser()).newPage();
    await openForm(visitor);

    await openPortal(page, '/dashboard/event', 'Event');
    await expect(page.getByText('Not open yet')).toHaveCount(0);
    await page.getByLabel('Registration opens').fill('2031-05-01T10:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await answerQuestion(page, 'Stop registration on the site now?', 'Save all the same');
    await expect(page.getByText('Not open yet')).toHaveCount(1);
    await expectSoundScreenAtEachWidth(page);
    await visitor.reload();
    await expect(visitor.getByText('It opens on Thu 1 May, 10 AM').first()).toBeVisible();
    // The counter goes by its own date.
    await goTo(page, 'New Registration', 'New Candidate Registration');
    await expect(page.getByLabel(/Full Name/)).toBeVisible();

    await goTo(page, 'Event', 'Event');
    await expect(page.getByLabel('Registration opens')).toHaveValue('2031-05-01T10:00');
    await page.getByLabel('Registration opens').fill('');
    await page.getByLabel('The counter closes').fill('2025-05-01T10:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await answerQuestion(page, 'Stop registration at the counter now?', 'Save all the same');
    await expect(page.getByText('Closed', { exact: true })).toHaveCount(1);
    await visitor.reload();
    await expect(registerButton(visitor)).toBeVisible();
    await goTo(page, 'New Registration', 'New Candidate Registration');
    await expect(page.getByRole('alert')).toContainText('Registration at the counter is closed.');
    await expect(page.getByLabel(/Full Name/)).toHaveCount(0);

    await goTo(page, 'Event', 'Event');
    await page.getByLabel('Registration opens').fill('2025-05-02T10:00');
    await page.getByLabel('Registration closes').fill('2025-05-01T10:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Registration has to close after it has opened')).toBeVisible();
    await expect(heading(page, 'Event')).toBeVisible();
  });
});
