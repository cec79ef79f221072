import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TakesLong } from './TakesLong';

const waiting = (
  <div>
    <p>Loading</p>
    <TakesLong />
  </div>
);

/** The page as it comes: this element as HTML, at an address with a query. */
function open(element: typeof waiting) {
  vi.stubEnv('SSR', true);
  const html = renderToString(element);
  vi.stubEnv('SSR', false);
  history.replaceState(null, '', '/payment/return?order_id=order_1');
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  onTestFinished(() => {
    root.remove();
    history.replaceState(null, '', '/');
  });
  return root;
}

const link = () => screen.queryByText('Load the page again.');

it('leads to the same address, with its query, where no code runs', () => {
  open(waiting);
  expect(link()).toHaveProperty('href', 'http://localhost:8080/payment/return?order_id=order_1');
  expect(screen.queryByText(/do not pay again/)).toBeNull();
});

it('says in the place of a whole page that nobody is to pay again', () => {
  open(<TakesLong isPage />);
  expect(
    screen.getByText('If you have paid, your pass comes by email: do not pay again.'),
  ).toBeInTheDocument();
});

it('is gone when the code has taken the page over, which finds the page as it expects it', async () => {
  const root = open(waiting);
  const complaints = vi.spyOn(console, 'error');
  const onRecoverableError = vi.fn();
  await act(async () => {
    hydrateRoot(root, waiting, { onRecoverableError });
    await Promise.resolve();
  });
  expect(screen.getByText('Loading')).toBeVisible();
  expect(link()).toBeNull();
  expect([...complaints.mock.calls, ...onRecoverableError.mock.calls]).toEqual([]);
});

it('is not there where code has made the page', () => {
  const { container } = render(<TakesLong isPage />);
  expect(container).toBeEmptyDOMElement();
});
