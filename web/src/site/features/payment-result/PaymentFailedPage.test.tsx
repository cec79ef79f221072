import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { controlTime } from '@/testing/render';
import { allColleges, pass, serve } from '@/testing/server';

const at = '/payment/failed?order_id=order_1';
const openNote = 'If money was debited, do not pay again: we will e-mail your pass';

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

it.each(['CREATED', 'ACTIVE', 'UNKNOWN', 'FAILED'] as const)(
  'warns against paying again while the order is %s',
  async (status) => {
    serve.status({ status, attempt: 'failed' });
    const { address } = renderApp(at);
    expect(await screen.findByText(openNote)).toBeVisible();
    expect(address()).toBe(at);
  },
);

it('has no warning, and asks no more, once the order has expired', async () => {
  const advance = controlTime();
  const asked = serve.status({ status: 'EXPIRED', attempt: 'none' });
  renderApp(at);
  await waitFor(() => expect(asked).toHaveLength(1));
  await advance(60_000);
  expect(screen.queryByText(openNote)).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it('offers the pass when the payment arrives after all', async () => {
  const advance = controlTime();
  sessionStorage.setItem('registration-draft', '{"name":"Asha"}');
  serve.status({ status: 'ACTIVE', attempt: 'pending' }, { status: 'PAID', attempt: 'none' });
  serve.order(pass);
  const { user } = renderApp(at);
  await screen.findByText(openNote);
  await advance(10_000);
  expect(await screen.findByRole('heading', { name: 'Your payment has arrived' })).toBeVisible();
  expect(screen.queryByText('Payment Unsuccessful')).not.toBeInTheDocument();
  expect(sessionStorage.getItem('registration-draft')).not.toContain('Asha');
  await user.click(screen.getByRole('link', { name: 'View your pass' }));
  expect(await screen.findByText('Asha Nair')).toBeVisible();
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
