// The test every specification begins with: it fails when a page complains, whatever else it shows.
import { test as base, expect, type BrowserContext } from '@playwright/test';
import { Outside } from './outside';
import { FreshData, sharedSystem, withOwnSystem, type System } from './systems';
import { translate } from './translator';

interface Options {
  /** Its own system for each test: it may move the clock and break the provider. */
  hasOwnSystem: boolean;
  /** Settings of that system, as variables of its process. */
  systemVariables: Record<string, string>;
  /** The browser translates every page. With E2E_TRANSLATED=1 it does so in all tests. */
  isTranslated: boolean;
}

interface WorkerFixtures {
  freshData: FreshData;
}

interface Fixtures {
  system: System;
  outside: Outside;
  complaints: Complaints;
  /** A browser with nothing in it: another phone, or the same one after its tab was closed. */
  openFreshBrowser: () => Promise<BrowserContext>;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  hasOwnSystem: [false, { option: true }],
  systemVariables: [{}, { option: true }],
  isTranslated: [process.env.E2E_TRANSLATED === '1', { option: true }],

  freshData: [
    // Playwright reads the needs of a fixture off its first parameter, which must be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const freshData = new FreshData();
      await use(freshData);
      await freshData.remove();
    },
    { scope: 'worker' },
  ],

  system: async ({ hasOwnSystem, systemVariables, freshData }, use) => {
    if (hasOwnSystem) await withOwnSystem(freshData, systemVariables, use);
    else await use(sharedSystem);
  },

  baseURL: async ({ system }, use) => {
    await use(system.siteUrl);
  },

  outside: async ({ system, request, hasOwnSystem }, use) => {
    await use(new Outside(system.outsideUrl, request, !hasOwnSystem));
  },

  complaints: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      expect(complaints.unexpected(), 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context, complaints, isTranslated, system }, use) => {
    await complaints.listen(context);
    if (isTranslated) await translate(context, system.siteUrl);
    // A prerendered page that was translated before React knew it: React throws it away and makes it anew.
    if (isTranslated) complaints.expect(/Minified React error #418/);
    await use(context);
  },

  openFreshBrowser: async (
    { browser, contextOptions, viewport, baseURL, complaints, isTranslated, system },
    use,
  ) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, viewport, ...(baseURL && { baseURL }) });
      await complaints.listen(context);
      if (isTranslated) await translate(context, system.siteUrl);
      opened.push(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

/** What browsers report that nobody should see: errors in the console, and what the security policy refused. */
class Complaints {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [];

  async listen(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#heard.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => this.#heard.push(failure.error().message));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`The security policy refused ${blockedURI} by ${violatedDirective}`);
      });
    });
  }

  /** Such as the line of the browser's own about an answer that the test means to get. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  unexpected(): string[] {
    return this.#heard.filter((text) => !this.#expected.some((complaint) => complaint.test(text)));
  }
}

export { expect };
