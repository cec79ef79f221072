// A phone whose browser is killed, as by an empty battery, at each step of what somebody does at the door.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  everyExam,
  expectKept,
  expectVerdict,
  Office,
  openDoor,
  scanByKeyboard,
  withPhone,
} from './support/door';
import { passOn } from './support/portal';
import { newStudent } from './support/registration';
import { expect, test } from './support/test';

// What is in is everybody's.
test.use({ hasOwnSystem: true });

const name = 'Zubaida Kurup';

interface Step {
  /** What is done before the browser is killed. */
  does: (page: Page, code: string) => Promise<void>;
  /** How many are in by what the server knows then, and once the phone has sent what it has. */
  before: number;
  after: number;
  /** What the phone says of the pass then. */
  word: string;
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline since/).first()).toBeVisible();
}

/** The server gets what is sent to an address, and its answer never arrives. */
async function loseAnswer(page: Page, address: string): Promise<{ arrival: Promise<void> }> {
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  await page.route(address, async (route) => {
    await passOn(route);
    arrived();
  });
  return { arrival };
}

async function takeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Scanned by mistake' }).click();
}

const steps: Record<string, Step> = {
  'before the answer to a scan': {
    does: async (page, code) => {
      const answered = await loseAnswer(page, '**/api/check-in/redeem');
      await scanByKeyboard(page, code);
      await answered.arrival;
    },
    before: 1,
    // Nobody was told anything: it does not count.
    after: 0,
    word: 'Admitted',
  },
  'after a verdict of the server': {
    does: async (page, code) => {
      await scanByKeyboard(page, code);
      await expectVerdict(page, 'Admitted', name);
    },
    before: 1,
    after: 1,
    word: 'Already in',
  },
  'between a scan without a network and its sending': {
    does: async (page, code) => {
      await goOffline(page);
      await scanByKeyboard(page, code);
      await expectVerdict(page, 'Admitted', name);
    },
    before: 0,
    after: 1,
    word: 'Already in',
  },
  'before the answer to what was sent': {
    does: async (page, code) => {
      await goOffline(page);
      await scanByKeyboard(page, code);
      await expectVerdict(page, 'Admitted', name);
      const answered = await loseAnswer(page, '**/api/check-in/redeem-batch');
      await page.context().setOffline(false);
      await answered.arrival;
    },
    before: 1,
    after: 1,
    word: 'Already in',
  },
  'after something was taken back without a network': {
    does: async (page, code) => {
      await scanByKeyboard(page, code);
      await expectVerdict(page, 'Admitted', name);
      await goOffline(page);
      await takeBack(page);
      await expect(page.getByText('1 to send').first()).toBeVisible();
    },
    before: 1,
    after: 0,
    word: 'Admitted',
  },
  'before the answer to what was taken back': {
    does: async (page, code) => {
      await scanByKeyboard(page, code);
      await expectVerdict(page, 'Admitted', name);
      const answered = await loseAnswer(page, '**/api/check-in/undo');
      await takeBack(page);
      await answered.arrival;
    },
    before: 0,
    after: 0,
    word: 'Admitted',
  },
};

for (const [when, { does, before, after, word }] of Object.entries(steps)) {
  test(`a browser that is killed ${when} loses nothing and does nothing twice`, async ({
    launchOptions,
    request,
    system,
  }) => {
    const office = await Office.open(request, system.siteUrl);
    const [day] = await office.lists();
    const admitted = async () => (await office.attendance(day?.list ?? '')).admitted;
    const pass = await office.sell({ ...newStudent(), name }, everyExam);
    await office.rosterHas(day?.list ?? '', 1);
    const binary = launchOptions.executablePath ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'phone-'));
    try {
      await withPhone(binary, folder, async (page) => {
        await openDoor(page, day?.label ?? '', 'Gate 2', system.portalUrl);
        await expectKept(page);
        await does(page, pass.code);
      });
      expect(await admitted()).toBe(before);
      await withPhone(binary, folder, async (page) => {
        await page.goto(`${system.portalUrl}/door`);
        // The browser writes a session down some seconds late, and a scan before it is told.
        const signIn = page.getByRole('button', { name: 'Sign in' });
        await expect(signIn.or(page.getByText(/^(All sent|\d+ to send)$/))).toBeVisible();
        if (await signIn.isVisible()) await openDoor(page, day?.label ?? '', 'Gate 2', system.portalUrl);
        await expect.poll(admitted).toBe(after);
        await expect(page.getByText('All sent')).toBeVisible();
        await scanByKeyboard(page, pass.code);
        await expectVerdict(page, word, name);
        expect(await admitted()).toBe(1);
      });
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}
