// The part that sends a registration did not come. Browsers may remember that until the page is loaded again.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { banner, fillAndPress } from '@/site/testing/fillForm';
import { renderApp } from '@/site/testing/renderApp';
import { allColleges, oneCollege, serve } from '@/testing/server';
import { attemptFor, attemptStore } from './attempt';
import { emptyDraft } from '@/lib/registration/draft';
import { toOrder, toSummary } from './order';

vi.mock('./submission', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const notLoaded =
  /^A part of this page did not load\. Please check your connection and load the page again: what you typed is kept\.Load again$/;

let reload: () => void;

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  reload = vi.fn();
  vi.stubGlobal('location', Object.assign(new URL(location.href), { reload }));
});

it('is said in the form, with the way to load the page again, which keeps what was typed', async () => {
  const { user, unmount } = await fillAndPress();
  expect(await banner()).toHaveTextContent(notLoaded);
  expect(screen.getByRole('alert')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  expect(reload).toHaveBeenCalledTimes(1);
  unmount();
  renderApp('/#register');
  expect(await screen.findByDisplayValue('Asha Nair')).toBeVisible();
  expect(screen.getByDisplayValue('asha@example.com')).toBeVisible();
  expect(screen.getByDisplayValue('9876543210')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is said over an order that was begun, which is there after the page is loaded again', async () => {
  const choice = { package: allColleges, college: undefined, course: undefined };
  const draft = { ...emptyDraft, name: 'Asha Nair', email: 'asha@example.com', phone: '9876543210' };
  attemptStore.set({ ...attemptFor(toOrder(draft, choice), toSummary(choice)), orderId: 'order_1' });
  serve.status({ status: 'ACTIVE', attempt: 'none' });
  const { user, unmount } = renderApp('/checkout');
  await user.click(await screen.findByRole('button', { name: 'Pay now' }));
  expect(await banner()).toHaveTextContent(notLoaded);
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  expect(reload).toHaveBeenCalledTimes(1);
  unmount();
  renderApp('/checkout');
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeVisible();
});

// The last: the stores keep nothing from then on.
it('is said without a promise where the browser keeps nothing for this page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  await fillAndPress();
  expect(await banner()).toHaveTextContent(
    /^A part of this page did not load\. Please check your connection and load the page again\. You will have to fill in the form again\.Load again$/,
  );
});
