import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { controlTime } from '@/testing/render';
import { pass, serve, server } from '@/testing/server';

let advance: (ms: number) => Promise<unknown>;
const at = '/payment/return?order_id=order_1';
const failedAt = '/payment/failed?order_id=order_1';
const later = (ms: number) => advance(ms);
const pending = { status: 'ACTIVE', attempt: 'pending' } as const;
const untouched = { status: 'ACTIVE', attempt: 'none' } as const;

beforeEach(() => {
  advance = controlTime();
});

it('shows that the payment is being processed', async () => {
  serve.status(pending);
  renderApp(at);
  expect(await screen.findByText('Processing your payment...')).toBeVisible();
  expect(document.title).toContain('Processing your payment');
});

it('goes straight to the failed page without an order id', async () => {
  const { address } = renderApp('/payment/return');
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  expect(address()).toBe('/payment/failed');
});

it('brings a paid order to its pass, with the details', async () => {
  serve.status({ status: 'PAID', attempt: 'none' });
  serve.order(pass);
  const { address, state } = renderApp(at);
  expect(await screen.findByText('Asha Nair')).toBeVisible();
  expect(address()).toBe('/payment/success?order_id=order_1');
  expect(state()).toEqual({ order: pass });
});

it('brings a paid order to its pass even when the details cannot be fetched at once', async () => {
  serve.status({ status: 'PAID', attempt: 'none' });
  serve.order(500, pass);
  const { address } = renderApp(at);
  await waitFor(() => expect(address()).toBe('/payment/success?order_id=order_1'));
  expect(await screen.findByText('Asha Nair')).toBeVisible();
});

it('does not bring along as new what this device kept of the pass', async () => {
  serve.status({ status: 'PAID', attempt: 'none' });
  const headers = { 'X-Kept-At': 'Mon, 26 May 2025 05:00:00 GMT' };
  server.use(http.get('*/api/order/:id', () => HttpResponse.json(pass, { headers })));
  const { state } = renderApp(at);
  expect(await screen.findByText(/^As of 26 May, 10:30 AM/)).toBeVisible();
  expect(state()).toBeNull();
});

it('forgets what was typed once the order is paid', async () => {
  const order = { customer_name: 'Asha', customer_email: 'asha@example.com' };
  const attempt = { key: 'k', order, summary: {}, orderId: 'order_1' };
  sessionStorage.setItem('registration-attempt', JSON.stringify(attempt));
  sessionStorage.setItem('registration-draft', '{"name":"Asha","email":"asha@example.com"}');
  serve.status({ status: 'PAID', attempt: 'none' });
  serve.order(pass);
  renderApp(at);
  await screen.findByText('Asha Nair');
  expect(Object.values(sessionStorage).join()).not.toMatch(/Asha|asha@example.com/);
});

it('understands an address with the order id in it twice', async () => {
  const asked = serve.status({ status: 'PAID', attempt: 'none' });
  serve.order(pass);
  renderApp('/payment/return?order_id=order_1&order_id=order_1');
  await screen.findByText('Asha Nair');
  expect(asked).toEqual(['order_1']);
});

describe('leads to the failed page, which keeps the order id,', () => {
  it.each(['FAILED', 'EXPIRED'] as const)('at once when the order is %s', async (status) => {
    const asked = serve.status({ status, attempt: 'failed' });
    const { address } = renderApp(at);
    await waitFor(() => expect(address()).toBe(failedAt));
    expect(asked[0]).toBe('order_1');
  });

  it('at once when the attempt failed while the order is open', async () => {
    serve.status({ status: 'ACTIVE', attempt: 'failed' });
    const { address } = renderApp(at);
    await waitFor(() => expect(address()).toBe(failedAt));
  });

  it('at once when nobody knows the order', async () => {
    serve.status(404);
    const { address } = renderApp(at);
    await waitFor(() => expect(address()).toBe(failedAt));
  });

  it('when the check fails three times in a row', async () => {
    const asked = serve.status(500);
    const { address } = renderApp(at);
    await waitFor(() => expect(asked).toHaveLength(1));
    await later(1_000);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(address()).toBe(at);
    await later(2_000);
    await waitFor(() => expect(address()).toBe(failedAt));
  });

  it('when there is no attempt, after asking once more in three seconds, and when the provider may be asked again', async () => {
    const asked = serve.status(untouched);
    const { address } = renderApp(at);
    await waitFor(() => expect(asked).toHaveLength(1));
    await later(2_500);
    expect(asked).toHaveLength(1);
    await later(600);
    await waitFor(() => expect(asked).toHaveLength(2));
    await later(2_000);
    expect(address()).toBe(at);
    await later(600);
    await waitFor(() => expect(address()).toBe(failedAt));
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });
});

it('goes on after a single hiccup', async () => {
  serve.status(500, { status: 'PAID', attempt: 'none' });
  serve.order(pass);
  renderApp(at);
  await later(1_200);
  expect(await screen.findByText('Asha Nair')).toBeVisible();
});

it.each([
  ['the webhook brings meanwhile', [untouched], 3_200],
  ['the provider answers only when it is asked again', [untouched, untouched], 5_800],
])('finds the payment that %s', async (_, before, ms) => {
  serve.status(...before, { status: 'PAID', attempt: 'none' });
  serve.order(pass);
  renderApp(at);
  await later(ms);
  expect(await screen.findByText('Asha Nair')).toBeVisible();
});

it.each([
  ['is not known any more', { ...pending, attempt: 'unknown' }],
  ['is contradicted', { ...pending, status: 'UNKNOWN' }],
] as const)('takes back that the bank is at it where that %s', async (_, then) => {
  serve.status(pending, then);
  renderApp(at);
  expect(await screen.findByText(/^Your bank is still confirming/)).toBeVisible();
  await later(2_000);
  expect(await screen.findByText(/^We could not find out yet/)).toBeVisible();
  expect(screen.queryByText(/bank/)).toBeNull();
});

describe.each([
  ['while the bank is still at it', pending, 'Your bank is still confirming the payment.'],
  [
    'while the provider does not say whether a payment is under way',
    { ...pending, attempt: 'unknown' },
    'We could not find out yet whether a payment is under way. This page keeps asking.',
  ],
] as const)('%s', (_, waiting, says) => {
  const said = () =>
    screen.findByText(
      `${says} This can take up to two minutes. Please keep this page open and do not pay again.`,
    );

  it('says what is happening and asks at 2, 3, 5, 8, 10 and 10 seconds', async () => {
    const asked = serve.status(waiting);
    renderApp(at);
    expect(await said()).toBeVisible();
    for (const [index, seconds] of [2, 3, 5, 8, 10, 10].entries()) {
      expect(asked).toHaveLength(index + 1);
      await later(seconds * 1_000 - 400);
      expect(asked).toHaveLength(index + 1);
      await later(400);
      await waitFor(() => expect(asked).toHaveLength(index + 2));
    }
  });

  it('ends with the pass when the payment arrives', async () => {
    serve.status(waiting, waiting, { status: 'PAID', attempt: 'none' });
    serve.order(pass);
    renderApp(at);
    await said();
    await later(2_000);
    await later(3_100);
    expect(await screen.findByText('Asha Nair')).toBeVisible();
  });

  it('gives up after two minutes', async () => {
    serve.status(waiting);
    const { address } = renderApp(at);
    await said();
    for (let second = 0; second < 100; second += 5) await later(5_000);
    expect(address()).toBe(at);
    for (let second = 0; second < 20; second += 5) await later(5_000);
    await waitFor(() => expect(address()).toBe(failedAt));
  });
});

it('is kept from search engines and sends no referrer', async () => {
  serve.status(pending);
  renderApp(at);
  await screen.findByText('Processing your payment...');
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
});
