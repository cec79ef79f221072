import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fillAndPress } from '@/site/testing/fillForm';
import { renderApp } from '@/site/testing/renderApp';
import { controlTime } from '@/testing/render';
import { refusal, serveCall } from '@/testing/calls';
import { stubProvider } from '@/testing/provider';
import { allColleges, created, pass, serve } from '@/testing/server';

const at = '/payment/failed?order_id=order_1';
const openNote = 'If money was debited, do not pay again: we will email your pass.';

it('says what happened in the agreed words and leads on', async () => {
  renderApp('/payment/failed');
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  for (const text of [
    'Payment Unsuccessful',
    "We couldn't process your payment. Please check your payment details and try again.",
    'Error: Payment declined by your bank. Please contact your bank or try a different payment method.',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/#register');
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Need help? Contact support' })).toHaveAttribute(
    'href',
    '/contact',
  );
  expect(screen.queryByText(openNote)).not.toBeInTheDocument();
});

it('has something to quote where the address names no order, but this tab has one', async () => {
  orderHere();
  renderApp('/payment/failed');
  expect(await screen.findByText('order_1')).toBeVisible();
  expect(screen.getByText('Please quote it when you write to us.')).toBeVisible();
});

const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
const inMain = () => {
  const all = links();
  return all.filter((text) => ['Resume this payment', 'Try Again', 'Back to Home'].includes(text ?? ''));
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const orderHere = (orderId = 'order_1') => {
  const order = { customer_name: 'Asha', customer_email: 'asha@example.com' };
  const attempt = { key: 'k', order, summary: {}, orderId };
  sessionStorage.setItem('registration-attempt', JSON.stringify(attempt));
};

it('says nothing of a failure before it knows', async () => {
  serve.status(new Promise(() => undefined));
  renderApp(at);
  expect(await heading('Checking your payment')).toBeVisible();
  expect(screen.queryByText(/declined/)).not.toBeInTheDocument();
  expect(inMain()).toEqual([]);
});

describe.each([
  {
    what: 'a declined payment',
    status: { status: 'FAILED', attempt: 'failed' },
    says: 'Error: Payment declined by your bank. Please contact your bank or try a different payment method.',
    here: ['Resume this payment', 'Try Again', 'Back to Home'],
    elsewhere: ['Try Again', 'Back to Home'],
  },
  {
    what: 'a payment page that was left',
    status: { status: 'ACTIVE', attempt: 'none' },
    says: 'You left the payment page before paying. Nothing has been charged.',
    here: ['Resume this payment', 'Back to Home'],
    elsewhere: ['Try Again', 'Back to Home'],
  },
  {
    what: 'a payment that was left at the provider',
    status: { status: 'FAILED', attempt: 'failed', ended: 'left' },
    says: 'You left the payment page before paying. Nothing has been charged.',
    here: ['Resume this payment', 'Back to Home'],
    elsewhere: ['Try Again', 'Back to Home'],
  },
  {
    what: 'a payment that came too late',
    status: { status: 'EXPIRED', attempt: 'failed', ended: 'reversed' },
    says: 'Your payment came too late for this order, and your bank gives it back to you, usually within five to seven working days.',
    here: ['Try Again', 'Back to Home'],
    elsewhere: ['Try Again', 'Back to Home'],
  },
  {
    what: 'an expired order',
    status: { status: 'EXPIRED', attempt: 'none' },
    says: 'The order was not paid in time and has expired. Nothing has been charged.',
    here: ['Try Again', 'Back to Home'],
    elsewhere: ['Try Again', 'Back to Home'],
  },
  {
    what: 'a declined payment of an expired order',
    status: { status: 'EXPIRED', attempt: 'failed' },
    says: 'Error: Payment declined by your bank. Please contact your bank or try a different payment method.',
    here: ['Try Again', 'Back to Home'],
    elsewhere: ['Try Again', 'Back to Home'],
  },
] as const)('$what', ({ status, says, here, elsewhere }) => {
  it('is called by its name, without a warning against paying', async () => {
    serve.status(status);
    renderApp(at);
    expect(await heading('Payment Failed')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Payment Unsuccessful' })).toBeVisible();
    expect(screen.getByText(says)).toBeVisible();
    expect(screen.queryByText(openNote)).not.toBeInTheDocument();
    expect(screen.getByText('order_1')).toBeVisible();
    expect(inMain()).toEqual(elsewhere);
  });

  it('can be resumed first in the tab that holds its order, while that is open', async () => {
    orderHere();
    serve.status(status);
    renderApp(at);
    await heading('Payment Failed');
    expect(inMain()).toEqual(here);
  });
});

const atBank = 'Your bank has not confirmed the payment yet. As soon as it does, your pass will be here.';
const unread = 'We could not find out yet whether a payment is under way. This page keeps asking.';
const unclear = 'We could not confirm the payment. Our team is looking into it.';

describe.each([
  { what: 'a pending payment', status: { status: 'ACTIVE', attempt: 'pending' }, says: atBank },
  {
    what: 'a pending payment of an expired order',
    status: { status: 'EXPIRED', attempt: 'pending' },
    says: atBank,
  },
  {
    what: 'an attempt of which nothing is known',
    status: { status: 'ACTIVE', attempt: 'unknown' },
    says: unread,
  },
  {
    what: 'an attempt of which nothing is known, after one that failed',
    status: { status: 'FAILED', attempt: 'unknown', ended: 'left' },
    says: unread,
  },
  {
    what: 'an attempt of which nothing is known, of an expired order',
    status: { status: 'EXPIRED', attempt: 'unknown' },
    says: unread,
  },
  {
    what: 'a payment that contradicts ours',
    status: { status: 'UNKNOWN', attempt: 'pending' },
    says: unclear,
  },
  {
    what: 'an order that the provider does not know any more',
    status: { status: 'UNKNOWN', attempt: 'none' },
    says: unclear,
  },
] as const)('$what', ({ status, says }) => {
  it('is not called a failure, and nobody is asked to pay again', async () => {
    orderHere();
    serve.status(status);
    renderApp(at);
    expect(await heading('Payment not confirmed yet')).toBeVisible();
    expect(screen.getByText(says)).toBeVisible();
    expect(screen.queryAllByText(/bank/)).toHaveLength(says === atBank ? 1 : 0);
    expect(screen.getByText(openNote)).toBeVisible();
    expect(screen.getByText('order_1')).toBeVisible();
    expect(screen.queryByText(/Nothing has been charged/)).not.toBeInTheDocument();
    expect(inMain()).toEqual(['Back to Home']);
  });
});

it('says that it does not know when the status cannot be read, and checks again on request', async () => {
  serve.status(500, { status: 'FAILED', attempt: 'failed' });
  const { user } = renderApp(at);
  expect(await screen.findByText(/We could not find out what became of your payment/)).toBeVisible();
  expect(screen.getByText(openNote)).toBeVisible();
  expect(inMain()).toEqual(['Back to Home']);
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await heading('Payment Failed')).toBeVisible();
});

it('leads on from an order that nobody knows', async () => {
  serve.status(404);
  renderApp(at);
  expect(await heading('Payment Failed')).toBeVisible();
  expect(screen.getByText(/We know of no order under this address/)).toBeVisible();
  expect(screen.getByText('order_1')).toBeVisible();
  expect(screen.queryByText(/declined/)).not.toBeInTheDocument();
  expect(inMain()).toEqual(['Try Again', 'Back to Home']);
});

it('resumes the order with what it is for', async () => {
  serve.packages([allColleges]);
  serve.emailCheck();
  serve.createOrder(created);
  stubProvider();
  const { unmount } = await fillAndPress();
  await waitFor(() => expect(sessionStorage.getItem('registration-attempt')).toContain('order_1'));
  unmount();
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  const { user } = renderApp(at);
  await user.click(await screen.findByRole('link', { name: 'Resume this payment' }));
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeEnabled();
  expect(screen.getByText('Asha Nair')).toBeVisible();
});

it('has no warning, and asks no more, once the order has expired', async () => {
  const advance = controlTime();
  const asked = serve.status({ status: 'EXPIRED', attempt: 'none' });
  renderApp(at);
  await waitFor(() => expect(asked).toHaveLength(1));
  await advance(60_000);
  expect(screen.queryByText(openNote)).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it('keeps asking about an expired order while nothing is known of its last attempt', async () => {
  const advance = controlTime();
  const asked = serve.status({ status: 'EXPIRED', attempt: 'unknown' }, { status: 'PAID', attempt: 'none' });
  serve.order(pass);
  renderApp(at);
  await waitFor(() => expect(asked).toHaveLength(1));
  await advance(10_000);
  expect(await heading('Your payment has arrived')).toBeVisible();
});

it('offers the pass when the payment arrives after all', async () => {
  const advance = controlTime();
  orderHere();
  sessionStorage.setItem('registration-draft', '{"name":"Asha","email":"asha@example.com"}');
  serve.status({ status: 'ACTIVE', attempt: 'pending' }, { status: 'PAID', attempt: 'none' });
  serve.order(pass);
  const { user } = renderApp(at);
  await screen.findByText(openNote);
  await advance(10_000);
  expect(await screen.findByRole('heading', { name: 'Your payment has arrived' })).toBeVisible();
  expect(await screen.findByText(/Your pass is ready/)).toBeVisible();
  expect(screen.queryByText('Payment Unsuccessful')).not.toBeInTheDocument();
  expect(Object.values(sessionStorage).join()).not.toMatch(/Asha|asha@example.com/);
  await user.click(screen.getByRole('link', { name: 'View your pass' }));
  expect(await screen.findByText('Asha Nair')).toBeVisible();
});

it('says that the pass was withdrawn where the money has gone back, and does not call it ready', async () => {
  const back = { amount: 1000, sent: true, automatic: false, at_counter: false, at: '2025-05-22T10:00:00Z' };
  serve.status({ status: 'PAID', attempt: 'none', money_back: [back] });
  const message = 'This pass is no longer valid: the payment was refunded.';
  serveCall('get', '/api/order/{order_id}', refusal(410, 'pass_withdrawn', message));
  renderApp(at);
  expect(await heading('Your pass was withdrawn')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(screen.getByText('Rs 1,000 was sent back on 22 May.')).toBeVisible();
  expect(screen.getByText('order_1')).toBeVisible();
  expect(screen.queryByText(/Your pass is ready/)).not.toBeInTheDocument();
});

it('leaves the order of the next child alone when it learns that another one is paid', async () => {
  sessionStorage.setItem('registration-draft', '{"name":"Binu"}');
  orderHere('order_2');
  serve.status({ status: 'PAID', attempt: 'none' });
  serve.order(pass);
  renderApp(at);
  expect(await screen.findByRole('heading', { name: 'Your payment has arrived' })).toBeVisible();
  expect(sessionStorage.getItem('registration-draft')).toContain('Binu');
  expect(sessionStorage.getItem('registration-attempt')).toContain('order_2');
});

it('leads back to the form with everything still filled in', async () => {
  serve.packages([allColleges]);
  const form = renderApp('/#register');
  await screen.findByRole('radio', { name: /All-Inclusive/ });
  await form.user.type(screen.getByLabelText('Name'), 'Asha Nair');
  form.unmount();
  const { user, address } = renderApp('/payment/failed');
  await user.click(await screen.findByRole('link', { name: 'Try Again' }));
  expect(await screen.findByLabelText('Name')).toHaveValue('Asha Nair');
  expect(address()).toBe('/#register');
});
