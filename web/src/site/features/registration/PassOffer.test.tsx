// For an address that has paid: its pass once more, in place.
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { banner, fillAndPress } from '@/site/testing/fillForm';
import { renderApp } from '@/site/testing/renderApp';
import { allColleges, onItsWay, oneCollege, refused, serve } from '@/testing/server';

const alreadyPaid = 'This email has already made a successful payment for the same course in same college';
const offer = () => screen.findByRole('button', { name: 'Send me my pass' });

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
});

async function meetIt() {
  serve.emailCheck({ exists: true, isPaid: true });
  const app = await fillAndPress();
  expect(await banner()).toHaveTextContent(new RegExp(`^${alreadyPaid}$`));
  return app;
}

it('mails the pass in place, and leaves everything that was typed', async () => {
  const sent = serve.findPass();
  const { user, address } = await meetIt();
  await user.click(await offer());
  const outcome = await screen.findByText(onItsWay);
  expect(outcome).toHaveAttribute('role', 'status');
  await waitFor(() => expect(outcome).toHaveFocus());
  expect(screen.getByText(/one mail in ten minutes and six a day at most/)).toBeVisible();
  expect(sent).toEqual([{ email: 'asha@example.com' }]);
  expect(screen.queryByRole('button', { name: 'Send me my pass' })).toBeNull();
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
  expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
  expect(address()).toBe('/#register');
  expect(await banner()).toHaveTextContent(alreadyPaid);
});

it('is offered where the server refuses the order, too', async () => {
  serve.emailCheck();
  serve.createOrder(refused(409, { code: 'already_paid', message: alreadyPaid }));
  await fillAndPress();
  expect(await banner()).toHaveTextContent(alreadyPaid);
  expect(await offer()).toBeVisible();
});

it('sends once while it is busy, says what went wrong, and can be pressed again with the focus still on it', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  const sent = serve.findPass(
    async () => {
      await held;
      return HttpResponse.json({ code: 'internal_error', message: 'Something went wrong.' }, { status: 500 });
    },
    () => HttpResponse.json({ message: onItsWay }, { status: 202 }),
  );
  const { user } = await meetIt();
  const button = await offer();
  await user.click(button);
  expect(button).toHaveTextContent('Sending...');
  await user.click(button);
  letGo();
  expect(
    (await screen.findByText(/^The server met an error, so we do not know/)).parentElement,
  ).toHaveAttribute('role', 'alert');
  expect(sent).toHaveLength(1);
  expect(button).toHaveFocus();
  await user.click(button);
  expect(await screen.findByText(onItsWay)).toBeVisible();
  expect(screen.queryByText(/^The server met an error/)).toBeNull();
});

it('is no part of another refusal', async () => {
  serve.emailCheck();
  serve.createOrder(refused(409, { code: 'unavailable', message: 'Not on sale' }));
  await fillAndPress();
  expect(await banner()).toHaveTextContent('Not on sale');
  expect(screen.queryByRole('button', { name: 'Send me my pass' })).toBeNull();
});

it('is offered on the checkout page, too', async () => {
  serve.emailCheck();
  serve.createOrder(refused(409, { code: 'already_paid', message: alreadyPaid }));
  const { unmount } = await fillAndPress();
  await banner();
  unmount();
  const { user } = renderApp('/checkout');
  await user.click(await screen.findByRole('button', { name: 'Pay now' }));
  expect(await banner()).toHaveTextContent(alreadyPaid);
  expect(await offer()).toBeVisible();
});
