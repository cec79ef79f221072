import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { controlTime } from '@/testing/render';
import { keepPass } from '@/lib/keptPasses';
import { refusal, serveCall } from '@/testing/calls';
import { stubProvider } from '@/testing/provider';
import { expectAgreement } from '@/site/testing/agreement';
import { renderApp } from '@/site/testing/renderApp';
import { allColleges, created, oneCollege, overlapping, pass, refused, serve } from '@/testing/server';
import { attemptFor, attemptStore } from './attempt';
import type { PaymentStatus } from '@/lib/api/types';
import { emptyDraft } from '@/lib/registration/draft';
import { draftStore } from './draft';
import { toOrder, toSummary } from './order';

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
});

function startOrder() {
  const college = oneCollege.collegeList[0];
  const choice = { package: oneCollege, college, course: college?.courseList[1] };
  const draft = { ...emptyDraft, name: 'Asha Nair', email: 'asha@example.com', phone: '9876543210' };
  const attempt = attemptFor(toOrder(draft, choice), toSummary(choice));
  attemptStore.set({ ...attempt, orderId: 'order_1' });
  return attempt;
}

it('says kindly that there is nothing to pay, and where to go', async () => {
  renderApp('/checkout');
  expect(await screen.findByRole('heading', { name: 'Nothing to pay yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the registration' })).toHaveAttribute('href', '/#register');
});

it('says under the button what one agrees to', async () => {
  startOrder();
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  renderApp('/checkout');
  await expectAgreement();
});

it('shows what the order is for and for whom', async () => {
  startOrder();
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  renderApp('/checkout');
  expect(await screen.findByRole('heading', { name: 'Review and pay' })).toBeVisible();
  for (const text of [
    'Single Exam Access',
    'Periyar Institute',
    'BBA',
    'Rs 1,000',
    'Asha Nair',
    '+91 9876543210',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
});

it('says when and where the exam is now, which may have been moved since the order was sent', async () => {
  startOrder();
  serve.packages([allColleges, overlapping]);
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  renderApp('/checkout');
  expect(await screen.findByText('Sunday, 1 June, 12–1 PM, Hall 2')).toBeVisible();
  expect(screen.queryByText(/31 May/)).not.toBeInTheDocument();
});

it('says when and where the exam was, where the list of exams does not come', async () => {
  startOrder();
  serve.packages(500);
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  renderApp('/checkout');
  expect(await screen.findByText('Saturday, 31 May, 12–1 PM, Hall 1')).toBeVisible();
});

it('pays the open order with its own key', async () => {
  const { key, order } = startOrder();
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  serve.emailCheck();
  const orders = serve.createOrder(created);
  const { checkout } = stubProvider();
  const { user } = renderApp('/checkout');
  await user.click(await screen.findByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(checkout).toHaveBeenCalled());
  expect(orders).toEqual([{ key, body: order }]);
  expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
});

it('offers the pass when the order turns out to be paid, and keeps nothing of what was typed', async () => {
  startOrder();
  draftStore.set({ ...emptyDraft, name: 'Asha Nair', email: 'asha@example.com' });
  serve.status({ status: 'PAID', attempt: 'none' });
  serve.order(pass);
  renderApp('/checkout');
  expect(await screen.findByText('There is nothing more to pay. Your pass is ready.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View your pass' })).toHaveAttribute(
    'href',
    '/payment/success?order_id=order_1',
  );
  expect(screen.queryByRole('button', { name: 'Pay now' })).not.toBeInTheDocument();
  expect(Object.values(sessionStorage).join()).not.toMatch(/Asha|asha@example.com/);
});

it('does not call a pass ready that does not come', async () => {
  startOrder();
  serve.status({ status: 'PAID', attempt: 'none' });
  serve.order(500);
  renderApp('/checkout');
  expect(await screen.findByText('There is nothing more to pay.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View your pass' })).toBeVisible();
});

it('says that the pass was withdrawn of an order whose money went back', async () => {
  startOrder();
  serve.status({ status: 'PAID', attempt: 'none' });
  const message = 'This pass is no longer valid: the payment was refunded.';
  serveCall('get', '/api/order/{order_id}', refusal(410, 'pass_withdrawn', message));
  renderApp('/checkout');
  expect(await screen.findByRole('heading', { name: 'Your pass was withdrawn' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(screen.queryByText(/Your pass is ready/)).not.toBeInTheDocument();
});

it('leads to the words that nobody is to pay again of an order that contradicts what was paid', async () => {
  startOrder();
  serve.status({ status: 'UNKNOWN', attempt: 'pending' });
  const { address } = renderApp('/checkout');
  expect(await screen.findByText(/Our team is looking into it\.$/)).toBeVisible();
  expect(address()).toBe('/payment/failed?order_id=order_1');
});

it.each([
  ['a payment is under way', { status: 'ACTIVE', attempt: 'pending' }],
  ['one may be under way', { status: 'ACTIVE', attempt: 'unknown' }],
] as const)('invites nobody to pay while %s, and again when it has failed', async (_, status) => {
  const advance = controlTime();
  startOrder();
  serve.status(status, { status: 'FAILED', attempt: 'failed' });
  const { address } = renderApp('/checkout');
  expect(await screen.findByRole('heading', { name: 'Payment not confirmed yet' })).toBeVisible();
  expect(address()).toBe('/payment/failed?order_id=order_1');
  expect(screen.queryByRole('button', { name: 'Pay now' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Resume this payment' })).not.toBeInTheDocument();
  await advance(10_000);
  expect(await screen.findByRole('link', { name: 'Resume this payment' })).toBeVisible();
});

it('stops inviting to pay when the server knows of a payment under way', async () => {
  startOrder();
  serve.status({ status: 'ACTIVE', attempt: 'none' }, { status: 'ACTIVE', attempt: 'pending' });
  serve.emailCheck();
  serve.createOrder(refused(409, { code: 'payment_pending', message: 'Please do not pay again.' }));
  const { checkout } = stubProvider();
  const { user } = renderApp('/checkout');
  await user.click(await screen.findByRole('button', { name: 'Pay now' }));
  expect(await screen.findByRole('heading', { name: 'Payment not confirmed yet' })).toBeVisible();
  expect(checkout).not.toHaveBeenCalled();
});

it('leads to the pass when Back comes here after the payment', async () => {
  keepPass({ orderId: 'order_8', name: 'Binu Nair' });
  keepPass({ orderId: 'order_9', name: 'Asha Nair' });
  renderApp('/checkout');
  expect(await screen.findByRole('heading', { name: 'Nothing more to pay' })).toBeVisible();
  for (const [name, orderId] of [
    ['Asha Nair', 'order_9'],
    ['Binu Nair', 'order_8'],
  ]) {
    expect(screen.getByRole('link', { name: `View the pass of ${name}` })).toHaveAttribute(
      'href',
      `/payment/success?order_id=${orderId}`,
    );
  }
});

it('offers to pay only when it knows that the order is not paid', async () => {
  startOrder();
  let answer: (status: PaymentStatus) => void = () => undefined;
  serve.status(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  renderApp('/checkout');
  expect(await screen.findByRole('button', { name: 'Checking your order...' })).toBeDisabled();
  expect(screen.getByText('Rs 1,000')).toBeVisible();
  answer({ status: 'ACTIVE', attempt: 'none' });
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeEnabled();
});

it('offers to pay an order whose status cannot be read, as the server takes no second payment', async () => {
  startOrder();
  serve.status(500);
  renderApp('/checkout');
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeEnabled();
});

it('shows a changed price, and pays that as another order', async () => {
  const { key } = startOrder();
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  serve.emailCheck();
  const orders = serve.createOrder(
    refused(409, { code: 'price_changed', message: 'Changed', field: 'order_amount', price: 1100 }),
    created,
  );
  stubProvider();
  const { user } = renderApp('/checkout');
  await user.click(await screen.findByRole('button', { name: 'Pay now' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The price has changed to Rs 1,100.');
  expect(screen.getByText('Rs 1,100')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(orders).toHaveLength(2));
  expect(orders[1]?.body.order_amount).toBe(1100);
  expect(orders[1]?.key).not.toBe(key);
  // The exam's last place may be that of the order before.
  expect(orders[1]?.body.replaces).toBe(key);
});

it('is offered on the landing page while an order is open', async () => {
  startOrder();
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  const { user, address } = renderApp('/');
  await user.click(screen.getByRole('link', { name: 'See your order' }));
  await act(async () => {
    await screen.findByRole('heading', { name: 'Review and pay' });
  });
  expect(address()).toBe('/checkout');
});
