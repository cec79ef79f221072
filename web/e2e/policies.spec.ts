// Site, portal and door are three pages, each with its own security policy: what they allow, that none refuses anything
// that the page does, and that every address begins with the right one.
import type { Page, Response } from '@playwright/test';
import { heading, openPortal } from './support/portal';
import {
  allColleges,
  expectPass,
  expectPackages,
  newStudent,
  paymentPage,
  register,
} from './support/registration';
import { expect, test } from './support/test';

/** A policy by its directives. */
function policyOf(answer: Response | null): Map<string, string[]> {
  const directives = (answer?.headers()['content-security-policy'] ?? '').split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

const foreignOrigins = (policy: Map<string, string[]>): string[] =>
  [...policy.values()].flat().filter((source) => !/^'.*'$|^data:$|^blob:$/.test(source));

/** Which page the browser has, by the script that it began with. */
const entryOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const has = (entry: string) => document.querySelector(`script[type="module"][src*="/assets/${entry}-"]`);
    return ['portal', 'door'].find(has) ?? 'site';
  });

test('the portal allows nothing of another origin, and needs nothing of one', async ({
  page,
  complaints,
  system,
}) => {
  complaints.expect(/status of 404/);
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.add(new URL(request.url()).origin);
  });
  for (const path of ['/login', '/dashboard', '/dashboard/customer-list', '/dashboard/nowhere']) {
    const policy = policyOf(await page.goto(system.portalUrl + path));
    expect(foreignOrigins(policy), path).toEqual([]);
    expect(policy.get('script-src'), path).toEqual(["'self'"]);
    expect(policy.get('connect-src'), path).toEqual(["'self'"]);
    expect(policy.get('frame-src'), path).toEqual(["'none'"]);
    expect(policy.get('form-action'), path).toEqual(["'self'"]);
  }
  await openPortal(page, `${system.portalUrl}/dashboard`, 'Dashboard');
  for (const [path, title] of [
    ['/dashboard/customer-list', 'Candidate Management'],
    ['/dashboard/customers-new', 'New Candidate Registration'],
    ['/dashboard/packages/new', 'Create New Package'],
  ] as const) {
    await page.goto(system.portalUrl + path);
    await expect(heading(page, title)).toBeVisible();
  }
  expect([...asked]).toEqual([system.portalUrl]);
});

test('the site allows the payment provider, whose script the checkout loads, up to the pass', async ({
  page,
  system,
}) => {
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script' && answer.ok()) scripts.push(answer.url());
  });
  const policy = policyOf(await page.goto('/'));
  expect(policy.get('script-src')).toEqual(["'self'", system.outsideUrl]);
  expect(policy.get('style-src')).toEqual(["'self'"]);
  expect(policy.get('form-action')).toContain(system.outsideUrl);
  await expectPackages(page);

  const student = newStudent();
  const orderId = await register(page, allColleges, student);
  expect(scripts).toContain(`${system.outsideUrl}/cashfree.js`);
  await paymentPage.payByUpi(page);
  await expectPass(page, orderId, student);
});

test('the door may use the camera and WebAssembly, the others neither', async ({ page }) => {
  for (const [path, camera, scripts] of [
    ['/door', 'camera=(self)', ["'self'", "'wasm-unsafe-eval'"]],
    ['/login', 'camera=()', ["'self'"]],
    ['/', 'camera=()', undefined],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.headers()['permissions-policy'], path).toContain(camera);
    const policy = policyOf(answer);
    if (scripts) expect(policy.get('script-src'), path).toEqual(scripts);
    else expect(policy.get('script-src'), path).not.toContain("'wasm-unsafe-eval'");
    if (path === '/door') expect(foreignOrigins(policy)).toEqual([]);
  }
});

for (const [path, entry] of [
  ['/', 'site'],
  ['/checkout', 'site'],
  ['/payment/success', 'site'],
  ['/logins', 'site'],
  ['/login', 'portal'],
  ['/login/', 'portal'],
  ['/dashboard/nowhere', 'portal'],
  ['/doors', 'site'],
  ['/door', 'door'],
  ['/door/nowhere', 'door'],
] as const) {
  test(`${path} begins with the ${entry}, directly and loaded again`, async ({ page, complaints }) => {
    const isKnown = !/doors|logins|nowhere/.test(path);
    if (!isKnown) complaints.expect(/status of 404/);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(isKnown ? 200 : 404);
    const first = policyOf(answer);
    await expect(page.locator('#root > *').first()).toBeVisible();
    expect(await entryOf(page)).toBe(entry);
    const again = policyOf(await page.reload());
    expect(await entryOf(page)).toBe(entry);
    for (const policy of [first, again]) {
      expect(foreignOrigins(policy).length > 0).toBe(entry === 'site');
    }
  });
}

test('a deep link into the portal keeps its screen through a reload', async ({ page }) => {
  await openPortal(page, '/dashboard/customer-list?status=FAILED', 'Candidate Management');
  await page.reload();
  await expect(heading(page, 'Candidate Management')).toBeVisible();
  await expect(page.getByLabel('Payment Status')).toHaveValue('FAILED');
  expect(await entryOf(page)).toBe('portal');
});

test('a link of the site into the portal loads its page, and Back and Forward go between the two', async ({
  page,
  system,
}) => {
  await page.addInitScript(() => {
    sessionStorage.setItem('registration-draft', JSON.stringify({ name: 'A' }));
  });
  await page.route('**/api/banners/listBanners', (route) =>
    route.fulfill({
      json: [
        {
          _id: 'b',
          bannerName: 'Staff',
          deskImgLink: '/favicon.svg',
          mobImgLink: '',
          link: '/login',
          version: 1,
        },
      ],
    }),
  );
  await page.goto('/');
  // Below the first screen of a phone.
  await page.mouse.wheel(0, 400);
  const loaded = page.waitForResponse((answer) => answer.request().isNavigationRequest() && answer.ok());
  await page.getByRole('region', { name: 'Banners' }).getByRole('link').click();
  const answer = await loaded;
  expect(answer.url()).toBe(`${system.portalUrl}/login`);
  expect(foreignOrigins(policyOf(answer))).toEqual([]);
  await expect(heading(page, 'Admin Portal')).toBeVisible();
  expect(await entryOf(page)).toBe('portal');
  await page.goBack();
  await expect(page.getByRole('region', { name: 'The expo', exact: true })).toBeVisible();
  expect(await entryOf(page)).toBe('site');
  await page.goForward();
  await expect(heading(page, 'Admin Portal')).toBeVisible();
  expect(await entryOf(page)).toBe('portal');
});
