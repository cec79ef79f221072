// Every public page stands on its own: deep links, texts, accessibility, and nothing that the security policy
// refuses.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const pages = [
  { path: '/', text: 'Scholarship Challenge Begins' },
  { path: '/checkout', text: 'Nothing to pay yet' },
  { path: '/contact-us', text: 'Contact Us' },
  { path: '/contact', text: 'Contact Us' },
  { path: '/payment/failed', text: 'Payment Unsuccessful' },
  { path: '/payment/return', text: 'Payment Unsuccessful' },
  { path: '/payment/success', text: 'Order ID not found in URL' },
  { path: '/no-such-page', text: 'Page not found' },
];

for (const { path, text } of pages) {
  test(`${path} opens directly, fits the screen and is accessible`, async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(overflows).toBe(false);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    ).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('an order nobody knows leads from the return page to the failed page, id kept', async ({ page }) => {
  await page.goto('/payment/return?order_id=order_unknown');
  await page.waitForURL('**/payment/failed?order_id=order_unknown');
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
});

test('the pass of an order nobody knows cannot be fetched', async ({ page }) => {
  await page.goto('/payment/success?order_id=order_unknown');
  await expect(page.getByRole('alert')).toHaveText('Error: Failed to fetch order data');
});
