import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { pass, serve } from '@/testing/server';

const at = '/payment/success?order_id=order_1';

/** As the script at the head of the page does, before there is any other. */
async function askEarly() {
  vi.resetModules();
  await import('./askForPass');
}

beforeEach(() => {
  history.replaceState(null, '', at);
  return () => {
    history.replaceState(null, '', '/');
    delete window.askedAhead;
  };
});

it('asks for the pass of the address, and the page shows that answer without asking again', async () => {
  const asked = serve.order(pass);
  await askEarly();
  await vi.waitFor(() => expect(asked).toEqual(['order_1']));
  renderApp(at);
  expect(await screen.findByText('Booking ID')).toBeVisible();
  expect(asked).toHaveLength(1);
});

it('leaves a failure to the page, which loads it again when it is asked to', async () => {
  const asked = serve.order(500, pass);
  await askEarly();
  const { user } = renderApp(at);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error: Failed to fetch order data');
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  expect(await screen.findByText('Booking ID')).toBeVisible();
  expect(asked).toEqual(['order_1', 'order_1']);
});

it('is no answer for another order', async () => {
  const asked = serve.order({ ...pass, order_id: 'order_2' });
  await askEarly();
  renderApp('/payment/success?order_id=order_2');
  expect(await screen.findByText('Booking ID')).toBeVisible();
  expect(asked).toEqual(['order_1', 'order_2']);
});

it('asks nothing where the address names no order', async () => {
  history.replaceState(null, '', '/payment/success');
  await askEarly();
  expect(window.askedAhead).toBeUndefined();
});

it('sends the bearer token of the session, as every call does', async () => {
  localStorage.setItem('token', 'a-token');
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(pass));
  await askEarly();
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    'http://localhost:8080/api/order/order_1',
    expect.objectContaining({ headers: { Authorization: 'Bearer a-token' } }),
  );
});
